PRAGMA application_id = 1281774439;
BEGIN TRANSACTION;
CREATE TABLE alerts (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    startedAt INTEGER NOT NULL,
    endedAt INTEGER,
    message TEXT
) STRICT;
INSERT INTO "alerts" VALUES(1,'andfe6xgceto3lgw',2,1795971938883,1795971938885,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'puoirrsva4x732nc',1,1795971938887,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795971941447,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795971941450,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795971941452,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795971941437,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795971941441,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795971941444,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER, lastDetail TEXT, pausedUntil INTEGER, failureEpoch INTEGER NOT NULL DEFAULT 1, unresolved INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'nuh3lkrb4mlngbyy',1,'mailto:ana@example.org',1,1795971938864,1795971941448,1795971941454,'451 later',NULL,2,1);
INSERT INTO "channels" VALUES(2,'sxn5h25rxik3yyt2',2,'mailto:ben@example.org',1,1795971938866,1795971941438,1795971941451,'451 later',NULL,2,0);
INSERT INTO "channels" VALUES(3,'kh6vcq7iwkakvb45',3,'mailto:carla@example.org',1,1795971938869,NULL,1795971941442,'451 later',NULL,1,0);
INSERT INTO "channels" VALUES(4,'m7e3byo4uivnc2c5',4,'mailto:dora@example.org',1,1795971938872,NULL,NULL,NULL,NULL,1,0);
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "counters" VALUES('alerts',1);
INSERT INTO "counters" VALUES('delivery:pending',6);
INSERT INTO "counters" VALUES('delivery:unresolved',1);
INSERT INTO "counters" VALUES('pings',1);
INSERT INTO "counters" VALUES('user:active',4);
INSERT INTO "counters" VALUES('user:nonResponsive',1);
INSERT INTO "counters" VALUES('user:overdue',0);
INSERT INTO "counters" VALUES('user:removed',1);
INSERT INTO "counters" VALUES('user:waiting',0);
CREATE TABLE daemon (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    markBootID TEXT,
    markWall INTEGER,
    markBoot INTEGER,
    gapNumber INTEGER,
    gapStart INTEGER,
    gapEnd INTEGER,
    gapFirstEnd INTEGER,
    -- Users whose deadline lies up to here are still to be looked at, due or not.
    sweepUntil INTEGER,
    -- After a backward step: instants in the future are still to be clamped.
    clamps INTEGER NOT NULL DEFAULT 0,
    prunesNotBefore INTEGER,
    -- How long a sender has been connected in all, in milliseconds.
    connectedFor INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "daemon" VALUES(1,'61dc1f2d-ac51-4fbf-abdc-62f2b37de6b3',1795971941457,5244633,NULL,NULL,NULL,NULL,NULL,0,NULL,25);
CREATE TABLE deadlines (
    at INTEGER NOT NULL,
    handle TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (at, handle, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1795974938861,'ana',1);
INSERT INTO "deadlines" VALUES(1795975539873,'emil',5);
INSERT INTO "deadlines" VALUES(1796057738865,'ben',2);
INSERT INTO "deadlines" VALUES(1796057738867,'carla',3);
INSERT INTO "deadlines" VALUES(1796057738931,'dora',4);
CREATE TABLE deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    notification INTEGER NOT NULL REFERENCES notifications (sequence) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    channel TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state = 'pending' OR state = 'delivered' OR state = 'withdrawn' OR state = 'failed'),
    -- 0 goes ahead of 1.
    rank INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    isBegun INTEGER NOT NULL,
    causeEnded INTEGER NOT NULL,
    nextAttempt INTEGER,
    -- How long a sender had been connected, in all, when this was made.
    connectedBefore INTEGER NOT NULL,
    -- That of its channel when it was given up; 0 as long as it isn't.
    failureEpoch INTEGER NOT NULL
) STRICT;
INSERT INTO "deliveries" VALUES(1,'cdw6iglbucscngaa',1,'nuh3lkrb4mlngbyy','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'cdw6ianwbex235tm',2,'sxn5h25rxik3yyt2','pending',1,1,1,0,0,1795971946664,0,0);
INSERT INTO "deliveries" VALUES(3,'4fjn4nqdbheyje2f',3,'nuh3lkrb4mlngbyy','failed',1,1,1,0,0,NULL,0,2);
INSERT INTO "deliveries" VALUES(4,'4fjn4pfpbglcbda6',4,'kh6vcq7iwkakvb45','pending',1,0,0,0,0,1795971938877,0,0);
INSERT INTO "deliveries" VALUES(5,'6nyrkpm26l2pezyo',6,'nuh3lkrb4mlngbyy','pending',1,0,0,0,0,1795971938878,0,0);
INSERT INTO "deliveries" VALUES(6,'sstkauxfiozk4kln',7,'nuh3lkrb4mlngbyy','pending',1,0,0,0,0,1795971938879,0,0);
INSERT INTO "deliveries" VALUES(7,'j6tj5xubrfwsgkpn',8,'nuh3lkrb4mlngbyy','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'f3oztqjkgmniklnp',9,'kh6vcq7iwkakvb45','pending',1,0,0,0,0,1795971938882,0,0);
INSERT INTO "deliveries" VALUES(9,'andfe2tfaxmjqstr',10,'m7e3byo4uivnc2c5','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'puoir6enw364nkzl',11,'sxn5h25rxik3yyt2','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'puoirzyyhvgzgq5t',12,'kh6vcq7iwkakvb45','pending',0,1,1,0,0,1795971946442,0,0);
INSERT INTO "deliveries" VALUES(12,'uhgyclhtjsqu47t2',13,'nuh3lkrb4mlngbyy','failed',0,1,1,0,0,1795975541445,0,1);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795971938875,1);
INSERT INTO "edges" VALUES(1,3,1795971938877,1);
INSERT INTO "edges" VALUES(5,1,1795971938878,1);
CREATE TABLE eventRuns (
    -- The number of the last of them.
    sequence INTEGER PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users (id),
    isCheckIns INTEGER NOT NULL,
    -- The numbers of all, as in the user's row.
    events TEXT NOT NULL
) STRICT;
INSERT INTO "eventRuns" VALUES(59,4,1,',12,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59');
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER,
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795971938845,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795971938861,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795971938861,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795971938864,'channelAdded',1,'account:root','channel=nuh3lkrb4mlngbyy');
INSERT INTO "events" VALUES(5,1795971938865,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795971938865,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795971938866,'channelAdded',2,'account:root','channel=sxn5h25rxik3yyt2');
INSERT INTO "events" VALUES(8,1795971938867,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795971938867,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795971938869,'channelAdded',3,'account:root','channel=kh6vcq7iwkakvb45');
INSERT INTO "events" VALUES(11,1795971938871,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795971938871,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795971938872,'channelAdded',4,'account:root','channel=m7e3byo4uivnc2c5');
INSERT INTO "events" VALUES(14,1795971938873,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795971938873,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795971938874,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795971938875,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795971938877,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795971938878,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795971938879,'pingSent',1,'account:root','ping=sstkaazqfupcj5wf&sender=ben');
INSERT INTO "events" VALUES(21,1795971938881,'pingSent',1,'account:root','ping=j6tj5ezjajtrorkv&sender=carla');
INSERT INTO "events" VALUES(22,1795971938882,'pingResponded',1,'account:root','ping=j6tj5ezjajtrorkv');
INSERT INTO "events" VALUES(23,1795971938883,'alertRaised',2,'account:root','alert=andfe6xgceto3lgw&telling=');
INSERT INTO "events" VALUES(24,1795971938885,'alertCleared',2,'account:root','alert=andfe6xgceto3lgw');
INSERT INTO "events" VALUES(25,1795971938887,'alertRaised',1,'account:root','alert=puoirrsva4x732nc&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795971938888,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795971938892,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795971938893,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795971938894,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795971938895,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795971938896,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795971938897,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795971938898,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795971938899,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795971938901,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795971938902,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795971938903,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795971938904,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795971938905,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795971938906,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795971938907,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795971938908,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795971938909,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795971938910,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795971938911,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795971938912,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795971938913,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795971938914,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795971938915,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795971938916,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795971938917,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795971938918,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795971938918,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795971938919,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795971938920,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795971938921,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795971938922,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795971938923,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795971938924,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795971938925,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795971938926,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795971938927,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795971938928,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795971938929,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795971938930,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795971938931,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795971939873,'becameNonResponsive',5,'daemon','due=2026-11-29T17:05:39.873Z&incident=uhgycpvhb4j6huhm&lastCheckIn=2026-11-29T17:05:38.873Z&telling=ana');
INSERT INTO "events" VALUES(68,1795971941445,'deliveryFailed',1,'daemon','channel=nuh3lkrb4mlngbyy&kind=nonResponsive&notification=uhgycvcezf7dab6n');
INSERT INTO "events" VALUES(69,1795971941454,'deliveryFailed',1,'daemon','channel=nuh3lkrb4mlngbyy&kind=contactAdded&notification=4fjn4x44uayzpefx');
INSERT INTO "events" VALUES(70,1795971941457,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
INSERT INTO "grdb_migrations" VALUES('6');
INSERT INTO "grdb_migrations" VALUES('7');
INSERT INTO "grdb_migrations" VALUES('8');
INSERT INTO "grdb_migrations" VALUES('9');
INSERT INTO "grdb_migrations" VALUES('10');
INSERT INTO "grdb_migrations" VALUES('11');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('ivy45cmvw5h6ipiy',1795971938852);
CREATE TABLE notifications (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    cause TEXT,
    recipient INTEGER NOT NULL REFERENCES users (id),
    about INTEGER REFERENCES users (id),
    at INTEGER NOT NULL,
    title TEXT NOT NULL,
    noteStart INTEGER,
    noteEnd INTEGER,
    ofGap INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "notifications" VALUES(1,'cdw6ipxbgs4lvgou','contactAdded','edge:1:2',1,2,1795971938875,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'cdw6iyuf37jedfe5','contactAdded','edge:1:2',2,1,1795971938875,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'4fjn4x44uayzpefx','contactAdded','edge:1:3',1,3,1795971938877,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'4fjn4lxwea6shotw','contactAdded','edge:1:3',3,1,1795971938877,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'6nyrkxu5jqzzyteo','contactAdded','edge:5:1',5,1,1795971938878,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'6nyrk6u6g4oqqmsc','contactAdded','edge:5:1',1,5,1795971938878,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'sstkarsphkwgrjmr','ping','sstkaazqfupcj5wf',1,2,1795971938879,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 18:05 UTC.');
INSERT INTO "notifications" VALUES(8,'j6tj5sck3kzuvwdw','ping','j6tj5ezjajtrorkv',1,3,1795971938881,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 18:05 UTC.');
INSERT INTO "notifications" VALUES(9,'f3oztjuxezn44h7w','pingResponded','j6tj5ezjajtrorkv',3,1,1795971938882,'Ana has answered you',NULL,NULL,0,'Ana answered at Sun 2026-11-29 17:05 UTC.');
INSERT INTO "notifications" VALUES(10,'andfeqzni2k36ltm','system','nobodyToTell:2:andfe6xgceto3lgw',4,2,1795971938883,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sun 2026-11-29 17:05 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then, as an administrator: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'puoir3lkonlhsh4o','alertRaised','puoirrsva4x732nc',2,1,1795971938887,'Ana is calling for help',309,332,0,'Ana called for help at Sun 2026-11-29 17:05 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'puoiroplb4bzs25l','alertRaised','puoirrsva4x732nc',3,1,1795971938887,'Ana is calling for help',307,330,0,'Ana called for help at Sun 2026-11-29 17:05 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'uhgycvcezf7dab6n','nonResponsive','uhgycpvhb4j6huhm',1,5,1795971939873,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sun 2026-11-29 17:05 UTC. Last check-in: Sun 2026-11-29 17:05 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'uhgycwktivwoutks','nonResponsive','uhgycpvhb4j6huhm',5,5,1795971939873,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
CREATE TABLE pings (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    sender INTEGER NOT NULL REFERENCES users (id),
    recipient INTEGER NOT NULL REFERENCES users (id),
    sentAt INTEGER NOT NULL,
    status TEXT NOT NULL
        CHECK (status = 'pending' OR status = 'responded' OR status = 'cleared' OR status = 'expired'),
    endedAt INTEGER
) STRICT;
INSERT INTO "pings" VALUES(1,'sstkaazqfupcj5wf',2,1,1795971938879,'pending',NULL);
INSERT INTO "pings" VALUES(2,'j6tj5ezjajtrorkv',3,1,1795971938881,'responded',1795971938882);
CREATE TABLE problems (
    code TEXT NOT NULL,
    -- 0 where it is about no user.
    user INTEGER NOT NULL,
    subject TEXT NOT NULL,
    since INTEGER NOT NULL,
    solvedAt INTEGER,
    toldAt INTEGER,
    nextTelling INTEGER, seenAt INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (code, user, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO "problems" VALUES('deliveryFailed',1,'nuh3lkrb4mlngbyy',1795971941445,NULL,NULL,1795972241445,1795971941454);
INSERT INTO "problems" VALUES('nobodyToTell',2,'andfe6xgceto3lgw',1795971938883,1795971938885,NULL,1796576738883,1795971938883);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795971938852,1795971938883,NULL,NULL,1795971938852);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795971938875,NULL,NULL,1795972238883,1795971938883);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795971938852,1795971938883,NULL,1795972238852,1795971938852);
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    handle TEXT NOT NULL,
    name TEXT NOT NULL,
    foldedName TEXT NOT NULL,
    phoneNumber TEXT,
    pictureUrl TEXT,
    account TEXT,
    checkInInterval INTEGER NOT NULL,
    reminders TEXT NOT NULL,
    grace INTEGER NOT NULL,
    dependentSort TEXT NOT NULL,
    addedAt INTEGER NOT NULL,
    lastCheckIn INTEGER,
    remindedLeads TEXT NOT NULL,
    deadlinePassed INTEGER NOT NULL,
    noticeSent INTEGER NOT NULL,
    gapTold INTEGER NOT NULL,
    waitingTold INTEGER NOT NULL,
    incident TEXT,
    incidentSince INTEGER,
    incidentRepeats INTEGER NOT NULL DEFAULT 0,
    incidentChecked INTEGER NOT NULL DEFAULT 0,
    alert TEXT,
    alertStart INTEGER,
    alertMessage TEXT,
    alertRepeats INTEGER NOT NULL DEFAULT 0,
    alertChecked INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL
        CHECK (status = 'waiting' OR status = 'active' OR status = 'overdue' OR status = 'nonResponsive' OR status = 'removed'),
    earliestDeadline INTEGER,
    -- Removed, and histories are still to be deleted.
    forgets INTEGER NOT NULL DEFAULT 0,
    emergencyNote TEXT NOT NULL
, unlistedDeadline INTEGER, checkInRun TEXT NOT NULL DEFAULT '', eventRun TEXT NOT NULL DEFAULT '', isReachable INTEGER NOT NULL DEFAULT 0, bestResponder INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795971938861,1795971938861,'',0,0,0,0,NULL,NULL,0,0,'puoirrsva4x732nc',1795971938887,'Please come.',0,0,'active',1795974938861,0,'Key at the neighbour''s.',1795972238887,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795971938865,1795971938865,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796057738865,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795971938867,1795971938867,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796057738867,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795971938871,1795971938931,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796057738931,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795971938873,1795971938873,'',1,0,0,0,'uhgycpvhb4j6huhm',1795971939873,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795975539873,0,'',1795972239873,',15',',14,19,67',0,3);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,0,'',0,'',0,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL,'',',16,26',0,0);
CREATE UNIQUE INDEX usersByHandle ON users (handle) WHERE status <> 'removed';
CREATE UNIQUE INDEX usersByAccount ON users (account) WHERE account IS NOT NULL;
CREATE INDEX usersToForget ON users (id) WHERE forgets = 1;
CREATE INDEX edgesByResponder ON edges (responder, dependent);
CREATE INDEX edgesNeedingHelp ON edges (responder) WHERE needsHelp = 1;
CREATE TRIGGER edgesFollowUsers AFTER UPDATE OF incident, alert ON users
    WHEN (OLD.incident IS NULL AND OLD.alert IS NULL)
        <> (NEW.incident IS NULL AND NEW.alert IS NULL)
BEGIN
    UPDATE edges SET needsHelp = NEW.incident IS NOT NULL OR NEW.alert IS NOT NULL
        WHERE dependent = NEW.id;
END;
CREATE INDEX pingsBySender ON pings (sender, sequence);
CREATE INDEX pingsByRecipient ON pings (recipient, sequence);
CREATE INDEX pingsPending ON pings (sentAt) WHERE status = 'pending';
CREATE UNIQUE INDEX pingsPendingBetween ON pings (recipient, sender)
    WHERE status = 'pending';
CREATE INDEX alertsByUser ON alerts (user, sequence);
CREATE INDEX notificationsByRecipient ON notifications (recipient, sequence);
CREATE INDEX notificationsByCause ON notifications (cause) WHERE cause IS NOT NULL;
CREATE INDEX deliveriesByNotification ON deliveries (notification);
CREATE INDEX deliveriesOpen ON deliveries (rank, nextAttempt, sequence)
    WHERE nextAttempt IS NOT NULL;
CREATE INDEX problemsByUser ON problems (user);
CREATE INDEX problemsOpen ON problems (since) WHERE solvedAt IS NULL;
CREATE INDEX problemsToTell ON problems (nextTelling)
    WHERE solvedAt IS NULL AND nextTelling IS NOT NULL;
CREATE TRIGGER countAddedUser AFTER INSERT ON users BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'user:' || NEW.status;
END;
CREATE TRIGGER countUserStatus AFTER UPDATE OF status ON users
    WHEN OLD.status <> NEW.status
BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'user:' || OLD.status;
    UPDATE counters SET value = value + 1 WHERE name = 'user:' || NEW.status;
END;
CREATE TRIGGER countForgottenUser AFTER DELETE ON users BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'user:' || OLD.status;
END;
CREATE TRIGGER countAlerts AFTER UPDATE OF alert ON users
    WHEN (OLD.alert IS NULL) <> (NEW.alert IS NULL)
BEGIN
    UPDATE counters SET value = value + CASE WHEN NEW.alert IS NULL THEN -1 ELSE 1 END
        WHERE name = 'alerts';
END;
CREATE TRIGGER countNewPing AFTER INSERT ON pings WHEN NEW.status = 'pending' BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'pings';
END;
CREATE TRIGGER countEndedPing AFTER UPDATE OF status ON pings
    WHEN OLD.status = 'pending' AND NEW.status <> 'pending'
BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'pings';
END;
CREATE TRIGGER countNewDelivery AFTER INSERT ON deliveries WHEN NEW.state = 'pending' BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'delivery:pending';
END;
CREATE TRIGGER countEndedDelivery AFTER UPDATE OF state ON deliveries
    WHEN (OLD.state = 'pending') <> (NEW.state = 'pending')
BEGIN
    UPDATE counters SET value = value + CASE WHEN NEW.state = 'pending' THEN 1 ELSE -1 END
        WHERE name = 'delivery:pending';
END;
CREATE INDEX channelsPaused ON channels (pausedUntil)
    WHERE pausedUntil IS NOT NULL;
CREATE INDEX deliveriesOpenByChannel
    ON deliveries (channel, rank, nextAttempt, sequence)
    WHERE nextAttempt IS NOT NULL;
CREATE INDEX usersByUnlistedDeadline ON users (unlistedDeadline, handle)
    WHERE unlistedDeadline IS NOT NULL;
CREATE INDEX pingsPendingBySender ON pings (sender, sequence)
    WHERE status = 'pending';
CREATE INDEX pingsPendingByRecipient ON pings (recipient, sequence)
    WHERE status = 'pending';
CREATE INDEX pingsBetween ON pings (sender, recipient, sequence);
CREATE INDEX problemsOpenByCode ON problems (code, since)
    WHERE solvedAt IS NULL;
CREATE INDEX eventRunsByUser ON eventRuns (user, isCheckIns, sequence);
CREATE INDEX problemsExpiring ON problems (seenAt)
    WHERE code = 'deliveryFailed' AND solvedAt IS NULL;
CREATE TRIGGER standingFollowsNewEdge AFTER INSERT ON edges BEGIN
    UPDATE users SET bestResponder = (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id) WHERE id = NEW.dependent;
END;
CREATE TRIGGER standingFollowsLostEdge AFTER DELETE ON edges BEGIN
    UPDATE users SET bestResponder = (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id) WHERE id = OLD.dependent;
END;
CREATE TRIGGER standingFollowsNewChannel AFTER INSERT ON channels BEGIN
    UPDATE users SET isReachable = 1 WHERE id = NEW.user AND isReachable = 0;
    UPDATE users SET bestResponder = (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id)
        WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user)
            AND bestResponder < 2 + (NEW.lastSuccess IS NOT NULL);
END;
CREATE TRIGGER standingFollowsLostChannel AFTER DELETE ON channels BEGIN
    UPDATE users SET isReachable = EXISTS (SELECT 1 FROM channels WHERE user = users.id) WHERE id = OLD.user;
    UPDATE users SET bestResponder = CASE WHEN OLD.lastSuccess IS NULL
            THEN 1 + EXISTS (SELECT 1 FROM edges e JOIN channels c ON c.user = e.responder
    WHERE e.dependent = users.id)
            ELSE (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id) END
        WHERE id IN (SELECT dependent FROM edges WHERE responder = OLD.user)
            AND bestResponder = 2 + (OLD.lastSuccess IS NOT NULL);
END;
CREATE TRIGGER standingFollowsSuccess AFTER UPDATE OF lastSuccess ON channels
    WHEN OLD.lastSuccess IS NULL AND NEW.lastSuccess IS NOT NULL
BEGIN
    UPDATE users SET bestResponder = 3
        WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user)
            AND bestResponder < 3;
END;
CREATE INDEX notificationsByAbout ON notifications (about, recipient)
    WHERE about IS NOT NULL;
CREATE INDEX deliveriesBegun ON deliveries (sequence) WHERE isBegun = 1;
CREATE TRIGGER channelsFollowFailures AFTER UPDATE OF failureEpoch ON deliveries
    WHEN OLD.failureEpoch <> NEW.failureEpoch
BEGIN
    UPDATE channels SET unresolved =
            unresolved + (NEW.failureEpoch = failureEpoch) - (OLD.failureEpoch = failureEpoch)
        WHERE id = NEW.channel;
END;
CREATE TRIGGER countUnresolved AFTER UPDATE OF unresolved ON channels
    WHEN OLD.unresolved <> NEW.unresolved
BEGIN
    UPDATE counters SET value = value + NEW.unresolved - OLD.unresolved
        WHERE name = 'delivery:unresolved';
END;
CREATE TRIGGER countLostUnresolved AFTER DELETE ON channels WHEN OLD.unresolved <> 0 BEGIN
    UPDATE counters SET value = value - OLD.unresolved WHERE name = 'delivery:unresolved';
END;
CREATE TRIGGER countForgottenDelivery AFTER DELETE ON deliveries
    WHEN OLD.state = 'pending' OR OLD.failureEpoch > 0
BEGIN
    UPDATE counters SET value = value - (OLD.state = 'pending')
        WHERE name = 'delivery:pending';
    UPDATE channels SET unresolved = unresolved - 1
        WHERE id = OLD.channel AND failureEpoch = OLD.failureEpoch;
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
