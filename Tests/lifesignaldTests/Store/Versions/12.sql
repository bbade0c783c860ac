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
INSERT INTO "alerts" VALUES(1,'e6jacombwytjacqj',2,1796098842744,1796098842747,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'j6ivpjqvd3tr2u5x',1,1796098842750,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1796098845353,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1796098845358,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1796098845362,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1796098845338,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1796098845344,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1796098845348,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER, lastDetail TEXT, pausedUntil INTEGER, failureEpoch INTEGER NOT NULL DEFAULT 1, unresolved INTEGER NOT NULL DEFAULT 0, failingSince INTEGER,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'uq2wscw6veewnyrg',1,'mailto:ana@example.org',1,1796098842708,1796098845355,1796098845364,'451 later',NULL,2,1,1796098845364);
INSERT INTO "channels" VALUES(2,'ihqjxamn7jgcmt4i',2,'mailto:ben@example.org',1,1796098842712,1796098845340,1796098845359,'451 later',NULL,2,0,1796098845359);
INSERT INTO "channels" VALUES(3,'un7e5pu4kkpqfxsv',3,'mailto:carla@example.org',1,1796098842717,NULL,1796098845346,'451 later',NULL,1,0,1796098845346);
INSERT INTO "channels" VALUES(4,'y25nposwkuov4lmf',4,'mailto:dora@example.org',1,1796098842724,NULL,NULL,NULL,NULL,1,0,NULL);
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
INSERT INTO "daemon" VALUES(1,'5f3d078a-076c-4121-b0bb-607f2a00fbe5',1796098845368,42483392,NULL,NULL,NULL,NULL,NULL,0,NULL,37);
CREATE TABLE deadlines (
    at INTEGER NOT NULL,
    handle TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (at, handle, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1796101842702,'ana',1);
INSERT INTO "deadlines" VALUES(1796102443726,'emil',5);
INSERT INTO "deadlines" VALUES(1796184642710,'ben',2);
INSERT INTO "deadlines" VALUES(1796184642715,'carla',3);
INSERT INTO "deadlines" VALUES(1796184642828,'dora',4);
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
INSERT INTO "deliveries" VALUES(1,'7k6re7xgnepo5a7c',1,'uq2wscw6veewnyrg','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'7k6re3dmxjjltiyv',2,'ihqjxamn7jgcmt4i','pending',1,1,1,0,0,1796098850739,0,0);
INSERT INTO "deliveries" VALUES(3,'53o7bwxr6szds64e',3,'uq2wscw6veewnyrg','failed',1,1,1,0,0,NULL,0,2);
INSERT INTO "deliveries" VALUES(4,'53o7bi6fu3a3aak4',4,'un7e5pu4kkpqfxsv','pending',1,0,0,0,0,1796098842733,0,0);
INSERT INTO "deliveries" VALUES(5,'sh2fg23yrdepm43k',6,'uq2wscw6veewnyrg','pending',1,0,0,0,0,1796098842735,0,0);
INSERT INTO "deliveries" VALUES(6,'4k35xx6ej6ormwek',7,'uq2wscw6veewnyrg','pending',1,0,0,0,0,1796098842737,0,0);
INSERT INTO "deliveries" VALUES(7,'pkxhjuticijzfq7w',8,'uq2wscw6veewnyrg','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'i4rchh6qkq4ilvxf',9,'un7e5pu4kkpqfxsv','pending',1,0,0,0,0,1796098842742,0,0);
INSERT INTO "deliveries" VALUES(9,'e6jaccndgfzbp5ra',10,'y25nposwkuov4lmf','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'j6ivpp3u4uks4kjn',11,'ihqjxamn7jgcmt4i','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'j6ivp7agf6ixlx73',12,'un7e5pu4kkpqfxsv','pending',0,1,1,0,0,1796098850740,0,0);
INSERT INTO "deliveries" VALUES(12,'5g6zz7u45yep4kbm',13,'uq2wscw6veewnyrg','failed',0,1,1,0,0,1796098845355,0,1);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1796098842730,1);
INSERT INTO "edges" VALUES(1,3,1796098842733,1);
INSERT INTO "edges" VALUES(5,1,1796098842735,1);
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
INSERT INTO "events" VALUES(1,1796098842685,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1796098842702,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1796098842702,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1796098842708,'channelAdded',1,'account:root','channel=uq2wscw6veewnyrg');
INSERT INTO "events" VALUES(5,1796098842710,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1796098842710,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1796098842712,'channelAdded',2,'account:root','channel=ihqjxamn7jgcmt4i');
INSERT INTO "events" VALUES(8,1796098842715,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1796098842715,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1796098842717,'channelAdded',3,'account:root','channel=un7e5pu4kkpqfxsv');
INSERT INTO "events" VALUES(11,1796098842719,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1796098842719,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1796098842724,'channelAdded',4,'account:root','channel=y25nposwkuov4lmf');
INSERT INTO "events" VALUES(14,1796098842726,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1796098842726,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1796098842728,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1796098842730,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1796098842733,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1796098842735,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1796098842737,'pingSent',1,'account:root','ping=4k35xejqytxdmkmr&sender=ben');
INSERT INTO "events" VALUES(21,1796098842740,'pingSent',1,'account:root','ping=pkxhjm5sdvigtjx6&sender=carla');
INSERT INTO "events" VALUES(22,1796098842742,'pingResponded',1,'account:root','ping=pkxhjm5sdvigtjx6');
INSERT INTO "events" VALUES(23,1796098842744,'alertRaised',2,'account:root','alert=e6jacombwytjacqj&telling=');
INSERT INTO "events" VALUES(24,1796098842747,'alertCleared',2,'account:root','alert=e6jacombwytjacqj');
INSERT INTO "events" VALUES(25,1796098842750,'alertRaised',1,'account:root','alert=j6ivpjqvd3tr2u5x&telling=ben, carla');
INSERT INTO "events" VALUES(26,1796098842752,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1796098842757,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1796098842760,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1796098842762,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1796098842764,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1796098842766,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1796098842768,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1796098842770,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1796098842771,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1796098842773,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1796098842775,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1796098842777,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1796098842779,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1796098842781,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1796098842782,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1796098842784,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1796098842786,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1796098842788,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1796098842790,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1796098842792,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1796098842794,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1796098842795,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1796098842797,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1796098842799,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1796098842801,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1796098842803,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1796098842804,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1796098842806,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1796098842808,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1796098842810,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1796098842811,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1796098842813,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1796098842815,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1796098842816,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1796098842818,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1796098842820,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1796098842822,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1796098842824,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1796098842825,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1796098842827,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1796098842828,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1796098843726,'becameNonResponsive',5,'daemon','due=2026-12-01T04:20:43.726Z&incident=5g6zzwjzonveuil3&lastCheckIn=2026-12-01T04:20:42.726Z&telling=ana');
INSERT INTO "events" VALUES(68,1796098845350,'deliveryFailed',1,'daemon','channel=uq2wscw6veewnyrg&kind=nonResponsive&notification=5g6zz6yb2a524xkw');
INSERT INTO "events" VALUES(69,1796098845364,'deliveryFailed',1,'daemon','channel=uq2wscw6veewnyrg&kind=contactAdded&notification=53o7bmrpvqzgvcej');
INSERT INTO "events" VALUES(70,1796098845368,'stopped',NULL,'daemon','');
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
INSERT INTO "grdb_migrations" VALUES('12');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('ddxnhvthlcxnvag2',1796098842693);
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
INSERT INTO "notifications" VALUES(1,'7k6re5qvcneh3hen','contactAdded','edge:1:2',1,2,1796098842730,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'7k6reeo3v5uk4hkt','contactAdded','edge:1:2',2,1,1796098842730,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'53o7bmrpvqzgvcej','contactAdded','edge:1:3',1,3,1796098842733,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'53o7boq4jiiju44q','contactAdded','edge:1:3',3,1,1796098842733,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'sh2fgzbcryre65to','contactAdded','edge:5:1',5,1,1796098842735,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'sh2fg5odcdxcvagn','contactAdded','edge:5:1',1,5,1796098842735,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'4k35xrnn6vjgsdba','ping','4k35xejqytxdmkmr',1,2,1796098842737,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Tue 2026-12-01 05:20 UTC.');
INSERT INTO "notifications" VALUES(8,'pkxhjxz6hwt74hny','ping','pkxhjm5sdvigtjx6',1,3,1796098842740,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Tue 2026-12-01 05:20 UTC.');
INSERT INTO "notifications" VALUES(9,'i4rchelt7tez62do','pingResponded','pkxhjm5sdvigtjx6',3,1,1796098842742,'Ana has answered you',NULL,NULL,0,'Ana answered at Tue 2026-12-01 04:20 UTC, entered by account root.');
INSERT INTO "notifications" VALUES(10,'e6jactu5zjdows3h','system','nobodyToTell:2:e6jacombwytjacqj',4,2,1796098842744,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Tue 2026-12-01 04:20 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then, as an administrator: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'j6ivpu5mcepznm6x','alertRaised','j6ivpjqvd3tr2u5x',2,1,1796098842750,'Ana is calling for help',309,332,0,'Ana called for help at Tue 2026-12-01 04:20 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'j6ivpnnksxf6dqsq','alertRaised','j6ivpjqvd3tr2u5x',3,1,1796098842750,'Ana is calling for help',307,330,0,'Ana called for help at Tue 2026-12-01 04:20 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'5g6zz6yb2a524xkw','nonResponsive','5g6zzwjzonveuil3',1,5,1796098843726,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Tue 2026-12-01 04:20 UTC. Last check-in: Tue 2026-12-01 04:20 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'5g6zzb4pu2dqzk2m','nonResponsive','5g6zzwjzonveuil3',5,5,1796098843726,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'4k35xejqytxdmkmr',2,1,1796098842737,'pending',NULL);
INSERT INTO "pings" VALUES(2,'pkxhjm5sdvigtjx6',3,1,1796098842740,'responded',1796098842742);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'uq2wscw6veewnyrg',1796098845350,NULL,NULL,1796099145350,1796098845364);
INSERT INTO "problems" VALUES('nobodyToTell',2,'e6jacombwytjacqj',1796098842744,1796098842747,NULL,1796703642744,1796098842744);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1796098842693,1796098842744,NULL,NULL,1796098842693);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1796098842693,1796098842744,NULL,1796099142693,1796098842693);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1796098842702,1796098842702,'',0,0,0,0,NULL,NULL,0,0,'j6ivpjqvd3tr2u5x',1796098842750,'Please come.',0,0,'active',1796101842702,0,'Key at the neighbour''s.',1796099142750,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1796098842710,1796098842710,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796184642710,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1796098842715,1796098842715,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796184642715,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1796098842719,1796098842828,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796184642828,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1796098842726,1796098842726,'',1,0,0,0,'5g6zzwjzonveuil3',1796098843726,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1796102443726,0,'',1796099143726,',15',',14,19,67',0,3);
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
