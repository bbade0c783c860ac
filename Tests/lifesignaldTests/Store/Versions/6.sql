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
INSERT INTO "alerts" VALUES(1,'u7qvsnwoghruf7d3',2,1795733762702,1795733762705,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'y46roerhelblkzva',1,1795733762708,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795733765336,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795733765342,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795733765347,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795733765312,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795733765323,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795733765330,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'h3lamnfdijhitosh',1,'mailto:ana@example.org',1,1795733762667,1795733765339,1795733765349,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'zmdejrkicxm6aiup',2,'mailto:ben@example.org',1,1795733762672,1795733765317,1795733765344,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'zdxjabsck3rjj2vy',3,'mailto:carla@example.org',1,1795733762676,NULL,1795733765326,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'p5j4pjhmxj2lnntw',4,'mailto:dora@example.org',1,1795733762680,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'19e4e973-eeaf-492d-993e-7ee9871ec64e',1795733765353,16917996,NULL,NULL,NULL,NULL,NULL,0,NULL,58);
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
INSERT INTO "deliveries" VALUES(1,'xfqai325sfmbnlvg',1,'h3lamnfdijhitosh','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'xfqais2vzlpjxhss',2,'zmdejrkicxm6aiup','pending',1,1,1,0,0,1795733771034,0,0);
INSERT INTO "deliveries" VALUES(3,'e3t74ruu4u6fjuto',3,'h3lamnfdijhitosh','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'e3t74s2cvvaek3gl',4,'zdxjabsck3rjj2vy','pending',1,0,0,0,0,1795733762689,0,0);
INSERT INTO "deliveries" VALUES(5,'drdovxu3a3f2z7x7',6,'h3lamnfdijhitosh','pending',1,0,0,0,0,1795733762691,0,0);
INSERT INTO "deliveries" VALUES(6,'aolnici7xy6g53md',7,'h3lamnfdijhitosh','pending',1,0,0,0,0,1795733762693,0,0);
INSERT INTO "deliveries" VALUES(7,'jh3wwnqfety27zfs',8,'h3lamnfdijhitosh','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'ldz6uturnibyfygw',9,'zdxjabsck3rjj2vy','pending',1,0,0,0,0,1795733762699,0,0);
INSERT INTO "deliveries" VALUES(9,'u7qvsrwh6lrnjumd',10,'p5j4pjhmxj2lnntw','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'y46roppgqypqaoy2',11,'zmdejrkicxm6aiup','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'y46ro3f7jkuxjpvf',12,'zdxjabsck3rjj2vy','pending',0,1,1,0,0,1795733770736,0,0);
INSERT INTO "deliveries" VALUES(12,'ess7rh7xj5z74cdk',13,'h3lamnfdijhitosh','failed',0,1,1,0,0,1795737365333,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795733762686,1);
INSERT INTO "edges" VALUES(1,3,1795733762689,1);
INSERT INTO "edges" VALUES(5,1,1795733762691,1);
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
INSERT INTO "events" VALUES(1,1795733762642,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795733762661,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795733762661,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795733762667,'channelAdded',1,'account:root','channel=h3lamnfdijhitosh');
INSERT INTO "events" VALUES(5,1795733762670,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795733762670,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795733762672,'channelAdded',2,'account:root','channel=zmdejrkicxm6aiup');
INSERT INTO "events" VALUES(8,1795733762674,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795733762674,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795733762676,'channelAdded',3,'account:root','channel=zdxjabsck3rjj2vy');
INSERT INTO "events" VALUES(11,1795733762678,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795733762678,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795733762680,'channelAdded',4,'account:root','channel=p5j4pjhmxj2lnntw');
INSERT INTO "events" VALUES(14,1795733762682,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795733762682,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795733762684,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795733762686,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795733762689,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795733762691,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795733762693,'pingSent',1,'account:root','ping=aolnipvvk6v2qv2w&sender=ben');
INSERT INTO "events" VALUES(21,1795733762697,'pingSent',1,'account:root','ping=jh3wwafada4u37ue&sender=carla');
INSERT INTO "events" VALUES(22,1795733762699,'pingResponded',1,'account:root','ping=jh3wwafada4u37ue');
INSERT INTO "events" VALUES(23,1795733762702,'alertRaised',2,'account:root','alert=u7qvsnwoghruf7d3&telling=');
INSERT INTO "events" VALUES(24,1795733762705,'alertCleared',2,'account:root','alert=u7qvsnwoghruf7d3');
INSERT INTO "events" VALUES(25,1795733762708,'alertRaised',1,'account:root','alert=y46roerhelblkzva&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795733762711,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795733762717,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795733762720,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795733762722,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795733762724,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795733762726,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795733762728,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795733762729,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795733762731,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795733762733,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795733762735,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795733762736,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795733762738,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795733762740,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795733762742,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795733762743,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795733762745,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795733762747,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795733762749,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795733762751,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795733762752,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795733762754,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795733762756,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795733762758,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795733762759,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795733762761,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795733762763,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795733762765,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795733762766,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795733762768,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795733762770,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795733762772,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795733762773,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795733762775,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795733762777,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795733762779,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795733762781,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795733762782,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795733762784,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795733762786,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795733762788,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795733763682,'becameNonResponsive',5,'daemon','due=2026-11-26T22:56:03.682Z&incident=ess7r3gjpoqa5ych&lastCheckIn=2026-11-26T22:56:02.682Z&telling=ana');
INSERT INTO "events" VALUES(68,1795733765333,'deliveryFailed',1,'daemon','channel=h3lamnfdijhitosh&kind=nonResponsive&notification=ess7rbd4goqu54fv');
INSERT INTO "events" VALUES(69,1795733765349,'deliveryFailed',1,'daemon','channel=h3lamnfdijhitosh&kind=contactAdded&notification=e3t743hs4ymxmamt');
INSERT INTO "events" VALUES(70,1795733765353,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
INSERT INTO "grdb_migrations" VALUES('6');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('ysaech5z465ztrzj',1795733762651);
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
INSERT INTO "notifications" VALUES(1,'xfqaiym3wybdymj6','contactAdded',NULL,1,2,1795733762686,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'xfqaipmw4xnswtfc','contactAdded',NULL,2,1,1795733762686,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'e3t743hs4ymxmamt','contactAdded',NULL,1,3,1795733762689,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'e3t74dtapsbn5mrg','contactAdded',NULL,3,1,1795733762689,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'drdovhegexisd4sm','contactAdded',NULL,5,1,1795733762691,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'drdovpwjd7zjo7xt','contactAdded',NULL,1,5,1795733762691,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'aolniqrdhohmqt3h','ping','aolnipvvk6v2qv2w',1,2,1795733762693,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Thu 2026-11-26 23:56 UTC.');
INSERT INTO "notifications" VALUES(8,'jh3wwqfrkcdkx2gt','ping','jh3wwafada4u37ue',1,3,1795733762697,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Thu 2026-11-26 23:56 UTC.');
INSERT INTO "notifications" VALUES(9,'ldz6u6q7p6kkodz7','pingResponded','jh3wwafada4u37ue',3,1,1795733762699,'Ana has answered you',NULL,NULL,0,'Ana answered at Thu 2026-11-26 22:56 UTC.');
INSERT INTO "notifications" VALUES(10,'u7qvsb7lvt2nflc6','system','nobodyToTell:2:',4,2,1795733762702,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Thu 2026-11-26 22:56 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'y46rogm7nf62pdo2','alertRaised','y46roerhelblkzva',2,1,1795733762708,'Ana is calling for help',309,332,0,'Ana called for help at Thu 2026-11-26 22:56 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'y46rojsb4jwpkjks','alertRaised','y46roerhelblkzva',3,1,1795733762708,'Ana is calling for help',307,330,0,'Ana called for help at Thu 2026-11-26 22:56 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'ess7rbd4goqu54fv','nonResponsive','ess7r3gjpoqa5ych',1,5,1795733763682,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Thu 2026-11-26 22:56 UTC. Last check-in: Thu 2026-11-26 22:56 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'ess7r3rpnwe7naqe','nonResponsive','ess7r3gjpoqa5ych',5,5,1795733763682,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'aolnipvvk6v2qv2w',2,1,1795733762693,'pending',NULL);
INSERT INTO "pings" VALUES(2,'jh3wwafada4u37ue',3,1,1795733762697,'responded',1795733762699);
CREATE TABLE problems (
    code TEXT NOT NULL,
    -- 0 where it is about no user.
    user INTEGER NOT NULL,
    subject TEXT NOT NULL,
    since INTEGER NOT NULL,
    solvedAt INTEGER,
    toldAt INTEGER,
    nextTelling INTEGER,
    PRIMARY KEY (code, user, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO "problems" VALUES('deliveryFailed',1,'h3lamnfdijhitosh',1795733765333,NULL,NULL,1795734065333);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795733762702,1795733762705,1795733762702,1796338562702);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795733762686,NULL,NULL,1795734062702);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795733762651,1795733762702,NULL,1795734062651);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795733762661,1795733762661,'',0,0,0,0,NULL,NULL,0,0,'y46roerhelblkzva',1795733762708,'Please come.',0,0,'active',1795736762661,0,'Key at the neighbour''s.',1795734062708,',3',',2,4,17,18,20,21,22,25,68,69');
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795733762670,1795733762670,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795819562670,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24');
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795733762674,1795733762674,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795819562674,0,'Key at the neighbour''s.',NULL,',9',',8,10');
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795733762678,1795733762788,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795819562788,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13');
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795733762682,1795733762682,'',1,0,0,0,'ess7r3gjpoqa5ych',1795733763682,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795737363682,0,'',1795734063682,',15',',14,19,67');
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795733762684,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL,'',',16,26');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
