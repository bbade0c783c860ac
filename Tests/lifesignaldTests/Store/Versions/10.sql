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
INSERT INTO "alerts" VALUES(1,'tv3iaufv226sgl2q',2,1795941097466,1795941097469,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'tv7i2jwun4uyofmh',1,1795941097471,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795941100048,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795941100052,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795941100055,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795941100035,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795941100039,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795941100043,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER, lastDetail TEXT, pausedUntil INTEGER,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'honsvfkr4r6abf2r',1,'mailto:ana@example.org',1,1795941097442,1795941100050,1795941100057,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'55ggs6mxearioyph',2,'mailto:ben@example.org',1,1795941097446,1795941100037,1795941100053,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'bfl7e3h4qhh32yha',3,'mailto:carla@example.org',1,1795941097449,NULL,1795941100041,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'7jqj3npfemcldyto',4,'mailto:dora@example.org',1,1795941097452,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'a7293192-77e2-4817-831b-3a8b830fbf08',1795941100061,61548522,NULL,NULL,NULL,NULL,NULL,0,NULL,31);
CREATE TABLE deadlines (
    at INTEGER NOT NULL,
    handle TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (at, handle, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1795944097439,'ana',1);
INSERT INTO "deadlines" VALUES(1795944698453,'emil',5);
INSERT INTO "deadlines" VALUES(1796026897445,'ben',2);
INSERT INTO "deadlines" VALUES(1796026897448,'carla',3);
INSERT INTO "deadlines" VALUES(1796026897528,'dora',4);
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
    -- Given up, and its channel has not worked since.
    isUnresolved INTEGER NOT NULL
) STRICT;
INSERT INTO "deliveries" VALUES(1,'oa5gjigkfwobvchy',1,'honsvfkr4r6abf2r','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'oa5gjpb47pc33vpp',2,'55ggs6mxearioyph','pending',1,1,1,0,0,1795941105348,0,0);
INSERT INTO "deliveries" VALUES(3,'mjb5h6oc5amrap4i',3,'honsvfkr4r6abf2r','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'mjb5h45bfwfmpnmp',4,'bfl7e3h4qhh32yha','pending',1,0,0,0,0,1795941097458,0,0);
INSERT INTO "deliveries" VALUES(5,'owamvoi5kac56uzm',6,'honsvfkr4r6abf2r','pending',1,0,0,0,0,1795941097459,0,0);
INSERT INTO "deliveries" VALUES(6,'mdeluhcejy4a5nn3',7,'honsvfkr4r6abf2r','pending',1,0,0,0,0,1795941097461,0,0);
INSERT INTO "deliveries" VALUES(7,'zqxacjqr33i6g2vv',8,'honsvfkr4r6abf2r','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'nzlw66kogbtophhn',9,'bfl7e3h4qhh32yha','pending',1,0,0,0,0,1795941097464,0,0);
INSERT INTO "deliveries" VALUES(9,'tv3iajg6o7ebumey',10,'7jqj3npfemcldyto','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'tv7i2b3s2slhyoyc',11,'55ggs6mxearioyph','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'tv7i2swsnf5kncci',12,'bfl7e3h4qhh32yha','pending',0,1,1,0,0,1795941106136,0,0);
INSERT INTO "deliveries" VALUES(12,'53hqbz7ncalkbkph',13,'honsvfkr4r6abf2r','failed',0,1,1,0,0,1795944700046,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795941097456,1);
INSERT INTO "edges" VALUES(1,3,1795941097458,1);
INSERT INTO "edges" VALUES(5,1,1795941097459,1);
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
INSERT INTO "events" VALUES(1,1795941097420,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795941097439,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795941097439,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795941097442,'channelAdded',1,'account:root','channel=honsvfkr4r6abf2r');
INSERT INTO "events" VALUES(5,1795941097445,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795941097445,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795941097446,'channelAdded',2,'account:root','channel=55ggs6mxearioyph');
INSERT INTO "events" VALUES(8,1795941097448,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795941097448,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795941097449,'channelAdded',3,'account:root','channel=bfl7e3h4qhh32yha');
INSERT INTO "events" VALUES(11,1795941097450,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795941097450,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795941097452,'channelAdded',4,'account:root','channel=7jqj3npfemcldyto');
INSERT INTO "events" VALUES(14,1795941097453,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795941097453,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795941097454,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795941097456,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795941097458,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795941097459,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795941097461,'pingSent',1,'account:root','ping=mdelu2cdyd7ifll6&sender=ben');
INSERT INTO "events" VALUES(21,1795941097463,'pingSent',1,'account:root','ping=zqxac3gl3c2y5v3r&sender=carla');
INSERT INTO "events" VALUES(22,1795941097464,'pingResponded',1,'account:root','ping=zqxac3gl3c2y5v3r');
INSERT INTO "events" VALUES(23,1795941097466,'alertRaised',2,'account:root','alert=tv3iaufv226sgl2q&telling=');
INSERT INTO "events" VALUES(24,1795941097469,'alertCleared',2,'account:root','alert=tv3iaufv226sgl2q');
INSERT INTO "events" VALUES(25,1795941097471,'alertRaised',1,'account:root','alert=tv7i2jwun4uyofmh&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795941097473,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795941097478,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795941097480,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795941097481,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795941097482,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795941097483,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795941097485,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795941097486,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795941097488,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795941097490,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795941097491,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795941097492,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795941097493,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795941097494,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795941097496,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795941097497,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795941097498,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795941097499,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795941097501,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795941097502,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795941097503,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795941097504,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795941097506,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795941097507,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795941097508,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795941097509,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795941097511,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795941097512,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795941097513,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795941097514,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795941097515,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795941097517,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795941097518,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795941097519,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795941097521,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795941097522,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795941097523,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795941097524,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795941097526,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795941097527,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795941097528,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795941098453,'becameNonResponsive',5,'daemon','due=2026-11-29T08:31:38.453Z&incident=53hqbea5bqmmp5z2&lastCheckIn=2026-11-29T08:31:37.453Z&telling=ana');
INSERT INTO "events" VALUES(68,1795941100046,'deliveryFailed',1,'daemon','channel=honsvfkr4r6abf2r&kind=nonResponsive&notification=53hqbkr4yhbks5qx');
INSERT INTO "events" VALUES(69,1795941100057,'deliveryFailed',1,'daemon','channel=honsvfkr4r6abf2r&kind=contactAdded&notification=mjb5hqjkazgghd4j');
INSERT INTO "events" VALUES(70,1795941100061,'stopped',NULL,'daemon','');
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
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('en3mdd4v2rk6dqj6',1795941097428);
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
INSERT INTO "notifications" VALUES(1,'oa5gjq2pmfuhdpw7','contactAdded','edge:1:2',1,2,1795941097456,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'oa5gjktailjzsj4g','contactAdded','edge:1:2',2,1,1795941097456,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'mjb5hqjkazgghd4j','contactAdded','edge:1:3',1,3,1795941097458,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'mjb5hzz3tmmjjtjq','contactAdded','edge:1:3',3,1,1795941097458,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'owamviwpitujb2yc','contactAdded','edge:5:1',5,1,1795941097459,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'owamv3zaypeeu6a7','contactAdded','edge:5:1',1,5,1795941097459,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'mdelul2fx5ve3pzo','ping','mdelu2cdyd7ifll6',1,2,1795941097461,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 09:31 UTC.');
INSERT INTO "notifications" VALUES(8,'zqxacwbjolqyrgit','ping','zqxac3gl3c2y5v3r',1,3,1795941097463,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 09:31 UTC.');
INSERT INTO "notifications" VALUES(9,'nzlw6taotxvqz6j6','pingResponded','zqxac3gl3c2y5v3r',3,1,1795941097464,'Ana has answered you',NULL,NULL,0,'Ana answered at Sun 2026-11-29 08:31 UTC.');
INSERT INTO "notifications" VALUES(10,'tv3iahcw22tlxrlt','system','nobodyToTell:2:tv3iaufv226sgl2q',4,2,1795941097466,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sun 2026-11-29 08:31 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then, as an administrator: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'tv7i2dl37uzttii6','alertRaised','tv7i2jwun4uyofmh',2,1,1795941097471,'Ana is calling for help',309,332,0,'Ana called for help at Sun 2026-11-29 08:31 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'tv7i2mxpqlrqfqxe','alertRaised','tv7i2jwun4uyofmh',3,1,1795941097471,'Ana is calling for help',307,330,0,'Ana called for help at Sun 2026-11-29 08:31 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'53hqbkr4yhbks5qx','nonResponsive','53hqbea5bqmmp5z2',1,5,1795941098453,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sun 2026-11-29 08:31 UTC. Last check-in: Sun 2026-11-29 08:31 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'53hqbx6qiq3q3roc','nonResponsive','53hqbea5bqmmp5z2',5,5,1795941098453,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'mdelu2cdyd7ifll6',2,1,1795941097461,'pending',NULL);
INSERT INTO "pings" VALUES(2,'zqxac3gl3c2y5v3r',3,1,1795941097463,'responded',1795941097464);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'honsvfkr4r6abf2r',1795941100046,NULL,NULL,1795941400046,1795941100057);
INSERT INTO "problems" VALUES('nobodyToTell',2,'tv3iaufv226sgl2q',1795941097466,1795941097469,1795941097466,1796545897466,1795941097466);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795941097428,1795941097466,NULL,NULL,1795941097428);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795941097456,NULL,NULL,1795941397466,1795941097466);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795941097428,1795941097466,NULL,1795941397428,1795941097428);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795941097439,1795941097439,'',0,0,0,0,NULL,NULL,0,0,'tv7i2jwun4uyofmh',1795941097471,'Please come.',0,0,'active',1795944097439,0,'Key at the neighbour''s.',1795941397471,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795941097445,1795941097445,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796026897445,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795941097448,1795941097448,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796026897448,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795941097450,1795941097528,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796026897528,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795941097453,1795941097453,'',1,0,0,0,'53hqbea5bqmmp5z2',1795941098453,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795944698453,0,'',1795941398453,',15',',14,19,67',0,3);
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
CREATE INDEX deliveriesUnresolved ON deliveries (channel) WHERE isUnresolved = 1;
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
CREATE TRIGGER countUnresolved AFTER UPDATE OF isUnresolved ON deliveries
    WHEN OLD.isUnresolved <> NEW.isUnresolved
BEGIN
    UPDATE counters SET value = value + NEW.isUnresolved - OLD.isUnresolved
        WHERE name = 'delivery:unresolved';
END;
CREATE TRIGGER countForgottenDelivery AFTER DELETE ON deliveries BEGIN
    UPDATE counters SET value = value - (OLD.state = 'pending')
        WHERE name = 'delivery:pending';
    UPDATE counters SET value = value - OLD.isUnresolved
        WHERE name = 'delivery:unresolved';
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
