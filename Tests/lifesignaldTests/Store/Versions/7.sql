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
INSERT INTO "alerts" VALUES(1,'ixiqrj4uz3eewgty',2,1795771810094,1795771810097,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'bp2vu3hssnpkrqnj',1,1795771810100,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795771812712,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795771812717,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795771812722,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795771812694,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795771812701,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795771812706,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'ju7tid7ljbpi7r37',1,'mailto:ana@example.org',1,1795771810058,1795771812714,1795771812724,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'rdudkt4mqdjpannq',2,'mailto:ben@example.org',1,1795771810063,1795771812697,1795771812719,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'nnfxwrrtizwszvgk',3,'mailto:carla@example.org',1,1795771810068,NULL,1795771812703,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'kpgjsrltkea2azfy',4,'mailto:dora@example.org',1,1795771810072,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'19e4e973-eeaf-492d-993e-7ee9871ec64e',1795771812731,54965373,NULL,NULL,NULL,NULL,NULL,0,NULL,41);
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
INSERT INTO "deliveries" VALUES(1,'cju5q7nx7xeioabz',1,'ju7tid7ljbpi7r37','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'cju5qhlz4gi2t5hr',2,'rdudkt4mqdjpannq','pending',1,1,1,0,0,1795771818974,0,0);
INSERT INTO "deliveries" VALUES(3,'if7txgct3hzebs42',3,'ju7tid7ljbpi7r37','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'if7txvnl7sol6kxu',4,'nnfxwrrtizwszvgk','pending',1,0,0,0,0,1795771810081,0,0);
INSERT INTO "deliveries" VALUES(5,'tkabzkxenksda7wa',6,'ju7tid7ljbpi7r37','pending',1,0,0,0,0,1795771810083,0,0);
INSERT INTO "deliveries" VALUES(6,'r5gurop75nhga3li',7,'ju7tid7ljbpi7r37','pending',1,0,0,0,0,1795771810085,0,0);
INSERT INTO "deliveries" VALUES(7,'qoov7jy2igbfxgjx',8,'ju7tid7ljbpi7r37','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'hxsulwqvixjssytb',9,'nnfxwrrtizwszvgk','pending',1,0,0,0,0,1795771810091,0,0);
INSERT INTO "deliveries" VALUES(9,'ixiqr3eamtrlh4hb',10,'kpgjsrltkea2azfy','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'bp2vuiuoryt5c6oj',11,'rdudkt4mqdjpannq','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'bp2vupwqh36y6wdf',12,'nnfxwrrtizwszvgk','pending',0,1,1,0,0,1795771818624,0,0);
INSERT INTO "deliveries" VALUES(12,'xoxiwg3uww6mwklw',13,'ju7tid7ljbpi7r37','failed',0,1,1,0,0,1795775412708,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795771810078,1);
INSERT INTO "edges" VALUES(1,3,1795771810081,1);
INSERT INTO "edges" VALUES(5,1,1795771810083,1);
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
INSERT INTO "events" VALUES(1,1795771810033,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795771810053,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795771810053,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795771810058,'channelAdded',1,'account:root','channel=ju7tid7ljbpi7r37');
INSERT INTO "events" VALUES(5,1795771810061,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795771810061,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795771810063,'channelAdded',2,'account:root','channel=rdudkt4mqdjpannq');
INSERT INTO "events" VALUES(8,1795771810065,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795771810065,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795771810068,'channelAdded',3,'account:root','channel=nnfxwrrtizwszvgk');
INSERT INTO "events" VALUES(11,1795771810070,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795771810070,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795771810072,'channelAdded',4,'account:root','channel=kpgjsrltkea2azfy');
INSERT INTO "events" VALUES(14,1795771810074,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795771810074,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795771810076,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795771810078,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795771810081,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795771810083,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795771810085,'pingSent',1,'account:root','ping=r5guru6l5zvg3kd6&sender=ben');
INSERT INTO "events" VALUES(21,1795771810088,'pingSent',1,'account:root','ping=qoov7ho6gi2jnv2h&sender=carla');
INSERT INTO "events" VALUES(22,1795771810091,'pingResponded',1,'account:root','ping=qoov7ho6gi2jnv2h');
INSERT INTO "events" VALUES(23,1795771810094,'alertRaised',2,'account:root','alert=ixiqrj4uz3eewgty&telling=');
INSERT INTO "events" VALUES(24,1795771810097,'alertCleared',2,'account:root','alert=ixiqrj4uz3eewgty');
INSERT INTO "events" VALUES(25,1795771810100,'alertRaised',1,'account:root','alert=bp2vu3hssnpkrqnj&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795771810103,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795771810109,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795771810111,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795771810113,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795771810115,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795771810117,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795771810119,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795771810121,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795771810123,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795771810125,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795771810126,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795771810128,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795771810130,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795771810132,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795771810134,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795771810136,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795771810138,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795771810140,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795771810142,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795771810144,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795771810145,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795771810147,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795771810149,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795771810151,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795771810153,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795771810155,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795771810157,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795771810159,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795771810160,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795771810162,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795771810164,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795771810166,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795771810168,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795771810170,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795771810172,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795771810174,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795771810176,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795771810178,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795771810180,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795771810181,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795771810183,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795771811074,'becameNonResponsive',5,'daemon','due=2026-11-27T09:30:11.074Z&incident=xoxiw3a6odhp4kjy&lastCheckIn=2026-11-27T09:30:10.074Z&telling=ana');
INSERT INTO "events" VALUES(68,1795771812708,'deliveryFailed',1,'daemon','channel=ju7tid7ljbpi7r37&kind=nonResponsive&notification=xoxiwsxhhmwh6pd2');
INSERT INTO "events" VALUES(69,1795771812724,'deliveryFailed',1,'daemon','channel=ju7tid7ljbpi7r37&kind=contactAdded&notification=if7txb7au3spy5xn');
INSERT INTO "events" VALUES(70,1795771812731,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
INSERT INTO "grdb_migrations" VALUES('6');
INSERT INTO "grdb_migrations" VALUES('7');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('gf36ypsgmc5kastx',1795771810042);
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
INSERT INTO "notifications" VALUES(1,'cju5qzjxioglnsrx','contactAdded',NULL,1,2,1795771810078,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'cju5qgrtylxc6hgz','contactAdded',NULL,2,1,1795771810078,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'if7txb7au3spy5xn','contactAdded',NULL,1,3,1795771810081,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'if7tx3byyl4dwimr','contactAdded',NULL,3,1,1795771810081,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'tkabzuv2gqfnqmtx','contactAdded',NULL,5,1,1795771810083,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'tkabzvb4yz2owdar','contactAdded',NULL,1,5,1795771810083,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'r5guriyvwyqouuhl','ping','r5guru6l5zvg3kd6',1,2,1795771810085,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Fri 2026-11-27 10:30 UTC.');
INSERT INTO "notifications" VALUES(8,'qoov7dvnktapdzj7','ping','qoov7ho6gi2jnv2h',1,3,1795771810088,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Fri 2026-11-27 10:30 UTC.');
INSERT INTO "notifications" VALUES(9,'hxsul7cjyulekdmq','pingResponded','qoov7ho6gi2jnv2h',3,1,1795771810091,'Ana has answered you',NULL,NULL,0,'Ana answered at Fri 2026-11-27 09:30 UTC.');
INSERT INTO "notifications" VALUES(10,'ixiqrb6gheakytl2','system','nobodyToTell:2:ixiqrj4uz3eewgty',4,2,1795771810094,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Fri 2026-11-27 09:30 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'bp2vubs7tt7rsqaq','alertRaised','bp2vu3hssnpkrqnj',2,1,1795771810100,'Ana is calling for help',309,332,0,'Ana called for help at Fri 2026-11-27 09:30 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'bp2vuguvkaqpfiak','alertRaised','bp2vu3hssnpkrqnj',3,1,1795771810100,'Ana is calling for help',307,330,0,'Ana called for help at Fri 2026-11-27 09:30 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'xoxiwsxhhmwh6pd2','nonResponsive','xoxiw3a6odhp4kjy',1,5,1795771811074,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Fri 2026-11-27 09:30 UTC. Last check-in: Fri 2026-11-27 09:30 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'xoxiw5k2x7nrsjsd','nonResponsive','xoxiw3a6odhp4kjy',5,5,1795771811074,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'r5guru6l5zvg3kd6',2,1,1795771810085,'pending',NULL);
INSERT INTO "pings" VALUES(2,'qoov7ho6gi2jnv2h',3,1,1795771810088,'responded',1795771810091);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'ju7tid7ljbpi7r37',1795771812708,NULL,NULL,1795772112708,1795771812724);
INSERT INTO "problems" VALUES('nobodyToTell',2,'ixiqrj4uz3eewgty',1795771810094,1795771810097,1795771810094,1796376610094,1795771810094);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795771810078,NULL,NULL,1795772110094,1795771810094);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795771810042,1795771810094,NULL,1795772110042,1795771810042);
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
, unlistedDeadline INTEGER, checkInRun TEXT NOT NULL DEFAULT '', eventRun TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795771810053,1795771810053,'',0,0,0,0,NULL,NULL,0,0,'bp2vu3hssnpkrqnj',1795771810100,'Please come.',0,0,'active',1795774810053,0,'Key at the neighbour''s.',1795772110100,',3',',2,4,17,18,20,21,22,25,68,69');
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795771810061,1795771810061,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795857610061,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24');
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795771810065,1795771810065,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795857610065,0,'Key at the neighbour''s.',NULL,',9',',8,10');
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795771810070,1795771810183,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795857610183,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13');
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795771810074,1795771810074,'',1,0,0,0,'xoxiw3a6odhp4kjy',1795771811074,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795775411074,0,'',1795772111074,',15',',14,19,67');
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795771810076,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL,'',',16,26');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
