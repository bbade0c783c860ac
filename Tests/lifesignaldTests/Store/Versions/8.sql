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
INSERT INTO "alerts" VALUES(1,'a47riqffjewqpcab',2,1795832490232,1795832490234,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'vz6jlfhuglgppc6t',1,1795832490236,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795832492804,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795832492807,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795832492810,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795832492794,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795832492798,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795832492801,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'xh6zt2cnonee6cek',1,'mailto:ana@example.org',1,1795832490209,1795832492805,1795832492811,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'6nrpwmwsxp7rinli',2,'mailto:ben@example.org',1,1795832490212,1795832492796,1795832492808,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'aajpm5vt5wwiksjm',3,'mailto:carla@example.org',1,1795832490215,NULL,1795832492799,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'x4tvjbapydigiuo4',4,'mailto:dora@example.org',1,1795832490218,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'6679bfbf-8b2b-4d00-93e8-da849df92fb2',1795832492814,25800652,NULL,NULL,NULL,NULL,NULL,0,NULL,24);
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
INSERT INTO "deliveries" VALUES(1,'dawva2qfucnub7mm',1,'xh6zt2cnonee6cek','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'dawvaq3r5f22s7q5',2,'6nrpwmwsxp7rinli','pending',1,1,1,0,0,1795832498975,0,0);
INSERT INTO "deliveries" VALUES(3,'n2huzbxucbf6a574',3,'xh6zt2cnonee6cek','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'n2huznmgu63ovj35',4,'aajpm5vt5wwiksjm','pending',1,0,0,0,0,1795832490224,0,0);
INSERT INTO "deliveries" VALUES(5,'5csabcqlsfr4bzsw',6,'xh6zt2cnonee6cek','pending',1,0,0,0,0,1795832490225,0,0);
INSERT INTO "deliveries" VALUES(6,'uicjnuirzuul66xu',7,'xh6zt2cnonee6cek','pending',1,0,0,0,0,1795832490227,0,0);
INSERT INTO "deliveries" VALUES(7,'hkfxgkpp5ttci4c6',8,'xh6zt2cnonee6cek','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'m7tpwswgj4hpbgas',9,'aajpm5vt5wwiksjm','pending',1,0,0,0,0,1795832490230,0,0);
INSERT INTO "deliveries" VALUES(9,'a47rijsdaqh5co5n',10,'x4tvjbapydigiuo4','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'vz6jlcxzlp6z36wo',11,'6nrpwmwsxp7rinli','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'vz6jlm2aq7cqxhvu',12,'aajpm5vt5wwiksjm','pending',0,1,1,0,0,1795832498591,0,0);
INSERT INTO "deliveries" VALUES(12,'kg7kismh4leanmad',13,'xh6zt2cnonee6cek','failed',0,1,1,0,0,1795836092802,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795832490222,1);
INSERT INTO "edges" VALUES(1,3,1795832490224,1);
INSERT INTO "edges" VALUES(5,1,1795832490225,1);
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
INSERT INTO "events" VALUES(1,1795832490195,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795832490206,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795832490206,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795832490209,'channelAdded',1,'account:root','channel=xh6zt2cnonee6cek');
INSERT INTO "events" VALUES(5,1795832490211,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795832490211,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795832490212,'channelAdded',2,'account:root','channel=6nrpwmwsxp7rinli');
INSERT INTO "events" VALUES(8,1795832490214,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795832490214,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795832490215,'channelAdded',3,'account:root','channel=aajpm5vt5wwiksjm');
INSERT INTO "events" VALUES(11,1795832490217,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795832490217,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795832490218,'channelAdded',4,'account:root','channel=x4tvjbapydigiuo4');
INSERT INTO "events" VALUES(14,1795832490219,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795832490219,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795832490221,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795832490222,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795832490224,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795832490225,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795832490227,'pingSent',1,'account:root','ping=uicjnjv7faovidtr&sender=ben');
INSERT INTO "events" VALUES(21,1795832490229,'pingSent',1,'account:root','ping=hkfxg76moq3de43d&sender=carla');
INSERT INTO "events" VALUES(22,1795832490230,'pingResponded',1,'account:root','ping=hkfxg76moq3de43d');
INSERT INTO "events" VALUES(23,1795832490232,'alertRaised',2,'account:root','alert=a47riqffjewqpcab&telling=');
INSERT INTO "events" VALUES(24,1795832490234,'alertCleared',2,'account:root','alert=a47riqffjewqpcab');
INSERT INTO "events" VALUES(25,1795832490236,'alertRaised',1,'account:root','alert=vz6jlfhuglgppc6t&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795832490238,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795832490241,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795832490242,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795832490244,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795832490246,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795832490247,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795832490248,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795832490249,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795832490251,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795832490252,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795832490253,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795832490254,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795832490255,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795832490257,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795832490258,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795832490259,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795832490260,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795832490261,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795832490263,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795832490264,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795832490265,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795832490266,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795832490268,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795832490269,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795832490270,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795832490271,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795832490272,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795832490273,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795832490275,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795832490276,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795832490277,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795832490278,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795832490279,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795832490280,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795832490281,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795832490283,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795832490284,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795832490285,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795832490286,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795832490287,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795832490288,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795832491219,'becameNonResponsive',5,'daemon','due=2026-11-28T02:21:31.219Z&incident=kg7kiffcr35whpxe&lastCheckIn=2026-11-28T02:21:30.219Z&telling=ana');
INSERT INTO "events" VALUES(68,1795832492802,'deliveryFailed',1,'daemon','channel=xh6zt2cnonee6cek&kind=nonResponsive&notification=kg7ki425cuh5xupo');
INSERT INTO "events" VALUES(69,1795832492811,'deliveryFailed',1,'daemon','channel=xh6zt2cnonee6cek&kind=contactAdded&notification=n2huzzq5jgmbjetu');
INSERT INTO "events" VALUES(70,1795832492814,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
INSERT INTO "grdb_migrations" VALUES('6');
INSERT INTO "grdb_migrations" VALUES('7');
INSERT INTO "grdb_migrations" VALUES('8');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('j25knwcrqlxwpvq7',1795832490199);
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
INSERT INTO "notifications" VALUES(1,'dawvayfknqinh3qh','contactAdded','edge:1:2',1,2,1795832490222,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'dawvaqu274jjhyqq','contactAdded','edge:1:2',2,1,1795832490222,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'n2huzzq5jgmbjetu','contactAdded','edge:1:3',1,3,1795832490224,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'n2huzkb5gjzwbgo7','contactAdded','edge:1:3',3,1,1795832490224,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'5csabpuucxhb67ux','contactAdded','edge:5:1',5,1,1795832490225,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'5csabjrmqz73qw2y','contactAdded','edge:5:1',1,5,1795832490225,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'uicjnbfviegrasac','ping','uicjnjv7faovidtr',1,2,1795832490227,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sat 2026-11-28 03:21 UTC.');
INSERT INTO "notifications" VALUES(8,'hkfxgpc3ej2rirfp','ping','hkfxg76moq3de43d',1,3,1795832490229,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sat 2026-11-28 03:21 UTC.');
INSERT INTO "notifications" VALUES(9,'m7tpwod4h3jf7uxx','pingResponded','hkfxg76moq3de43d',3,1,1795832490230,'Ana has answered you',NULL,NULL,0,'Ana answered at Sat 2026-11-28 02:21 UTC.');
INSERT INTO "notifications" VALUES(10,'a47rig4yzbfkipdm','system','nobodyToTell:2:a47riqffjewqpcab',4,2,1795832490232,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sat 2026-11-28 02:21 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'vz6jlf6qpcrmp672','alertRaised','vz6jlfhuglgppc6t',2,1,1795832490236,'Ana is calling for help',309,332,0,'Ana called for help at Sat 2026-11-28 02:21 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'vz6jls7hguru2z45','alertRaised','vz6jlfhuglgppc6t',3,1,1795832490236,'Ana is calling for help',307,330,0,'Ana called for help at Sat 2026-11-28 02:21 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'kg7ki425cuh5xupo','nonResponsive','kg7kiffcr35whpxe',1,5,1795832491219,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sat 2026-11-28 02:21 UTC. Last check-in: Sat 2026-11-28 02:21 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'kg7kijpdwoa4lc6w','nonResponsive','kg7kiffcr35whpxe',5,5,1795832491219,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'uicjnjv7faovidtr',2,1,1795832490227,'pending',NULL);
INSERT INTO "pings" VALUES(2,'hkfxg76moq3de43d',3,1,1795832490229,'responded',1795832490230);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'xh6zt2cnonee6cek',1795832492802,NULL,NULL,1795832792802,1795832492811);
INSERT INTO "problems" VALUES('nobodyToTell',2,'a47riqffjewqpcab',1795832490232,1795832490234,1795832490232,1796437290232,1795832490232);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795832490199,1795832490232,NULL,NULL,1795832490199);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795832490222,NULL,NULL,1795832790232,1795832490232);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795832490199,1795832490232,NULL,1795832790199,1795832490199);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795832490206,1795832490206,'',0,0,0,0,NULL,NULL,0,0,'vz6jlfhuglgppc6t',1795832490236,'Please come.',0,0,'active',1795835490206,0,'Key at the neighbour''s.',1795832790236,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795832490211,1795832490211,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795918290211,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795832490214,1795832490214,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795918290214,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795832490217,1795832490288,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795918290288,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795832490219,1795832490219,'',1,0,0,0,'kg7kiffcr35whpxe',1795832491219,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795836091219,0,'',1795832791219,',15',',14,19,67',0,3);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,0,'',0,'',0,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL,'',',16,26',0,0);
CREATE UNIQUE INDEX usersByHandle ON users (handle) WHERE status <> 'removed';
CREATE UNIQUE INDEX usersByAccount ON users (account) WHERE account IS NOT NULL;
CREATE INDEX usersToForget ON users (id) WHERE forgets = 1;
CREATE INDEX usersByDeadline ON users (earliestDeadline, handle)
    WHERE earliestDeadline IS NOT NULL;
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
CREATE INDEX notificationsByAbout ON notifications (about) WHERE about IS NOT NULL;
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
