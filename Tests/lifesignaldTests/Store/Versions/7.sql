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
INSERT INTO "alerts" VALUES(1,'xhohdsoouudmwlzv',2,1795809130383,1795809130386,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'z4hfdexgkw5j3tue',1,1795809130391,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795809133051,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795809133059,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795809133067,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795809133025,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795809133035,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795809133043,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'kl66gfolpuhkxvpd',1,'mailto:ana@example.org',1,1795809130327,1795809133055,1795809133071,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'uvgo5yhz5sc3kav7',2,'mailto:ben@example.org',1,1795809130339,1795809133031,1795809133063,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'lwxtp6nhn5krcqic',3,'mailto:carla@example.org',1,1795809130347,NULL,1795809133039,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'jrnnyppniho65rsi',4,'mailto:dora@example.org',1,1795809130355,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'6679bfbf-8b2b-4d00-93e8-da849df92fb2',1795809133074,2440912,NULL,NULL,NULL,NULL,NULL,0,NULL,56);
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
INSERT INTO "deliveries" VALUES(1,'2nmy5gdklkzevhtu',1,'kl66gfolpuhkxvpd','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'2nmy5diat5vea4d2',2,'uvgo5yhz5sc3kav7','pending',1,1,1,0,0,1795809139508,0,0);
INSERT INTO "deliveries" VALUES(3,'yk7xbkmcucpkn76k',3,'kl66gfolpuhkxvpd','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'yk7xbe7dqiursklc',4,'lwxtp6nhn5krcqic','pending',1,0,0,0,0,1795809130369,0,0);
INSERT INTO "deliveries" VALUES(5,'uybfbfwxfevsgxq6',6,'kl66gfolpuhkxvpd','pending',1,0,0,0,0,1795809130375,0,0);
INSERT INTO "deliveries" VALUES(6,'zf7ukzz6siw6lqvr',7,'kl66gfolpuhkxvpd','pending',1,0,0,0,0,1795809130377,0,0);
INSERT INTO "deliveries" VALUES(7,'4udatgmcirqdgplt',8,'kl66gfolpuhkxvpd','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'vwak2hntuqzvzfta',9,'lwxtp6nhn5krcqic','pending',1,0,0,0,0,1795809130381,0,0);
INSERT INTO "deliveries" VALUES(9,'xhohdfo7qdo42dma',10,'jrnnyppniho65rsi','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'z4hfdlxghl5ndntc',11,'uvgo5yhz5sc3kav7','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'z4hfd6if2voomhit',12,'lwxtp6nhn5krcqic','pending',0,1,1,0,0,1795809138415,0,0);
INSERT INTO "deliveries" VALUES(12,'wknqpg5l4nkyseab',13,'kl66gfolpuhkxvpd','failed',0,1,1,0,0,1795812733047,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795809130367,1);
INSERT INTO "edges" VALUES(1,3,1795809130369,1);
INSERT INTO "edges" VALUES(5,1,1795809130375,1);
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
INSERT INTO "events" VALUES(1,1795809130282,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795809130312,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795809130312,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795809130327,'channelAdded',1,'account:root','channel=kl66gfolpuhkxvpd');
INSERT INTO "events" VALUES(5,1795809130335,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795809130335,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795809130339,'channelAdded',2,'account:root','channel=uvgo5yhz5sc3kav7');
INSERT INTO "events" VALUES(8,1795809130343,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795809130343,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795809130347,'channelAdded',3,'account:root','channel=lwxtp6nhn5krcqic');
INSERT INTO "events" VALUES(11,1795809130351,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795809130351,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795809130355,'channelAdded',4,'account:root','channel=jrnnyppniho65rsi');
INSERT INTO "events" VALUES(14,1795809130359,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795809130359,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795809130363,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795809130367,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795809130369,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795809130375,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795809130377,'pingSent',1,'account:root','ping=zf7uksqkhsenkxxr&sender=ben');
INSERT INTO "events" VALUES(21,1795809130379,'pingSent',1,'account:root','ping=4udat7r2yffyifvq&sender=carla');
INSERT INTO "events" VALUES(22,1795809130381,'pingResponded',1,'account:root','ping=4udat7r2yffyifvq');
INSERT INTO "events" VALUES(23,1795809130383,'alertRaised',2,'account:root','alert=xhohdsoouudmwlzv&telling=');
INSERT INTO "events" VALUES(24,1795809130386,'alertCleared',2,'account:root','alert=xhohdsoouudmwlzv');
INSERT INTO "events" VALUES(25,1795809130391,'alertRaised',1,'account:root','alert=z4hfdexgkw5j3tue&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795809130395,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795809130406,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795809130410,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795809130413,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795809130414,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795809130419,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795809130420,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795809130422,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795809130427,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795809130428,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795809130430,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795809130432,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795809130433,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795809130435,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795809130442,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795809130447,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795809130451,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795809130455,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795809130459,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795809130460,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795809130462,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795809130464,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795809130465,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795809130471,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795809130475,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795809130479,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795809130483,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795809130487,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795809130491,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795809130495,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795809130497,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795809130498,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795809130503,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795809130504,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795809130506,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795809130508,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795809130509,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795809130511,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795809130512,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795809130514,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795809130516,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795809131359,'becameNonResponsive',5,'daemon','due=2026-11-27T19:52:11.359Z&incident=wknqpvixwabj4i5b&lastCheckIn=2026-11-27T19:52:10.359Z&telling=ana');
INSERT INTO "events" VALUES(68,1795809133047,'deliveryFailed',1,'daemon','channel=kl66gfolpuhkxvpd&kind=nonResponsive&notification=wknqpkaht3rogi6p');
INSERT INTO "events" VALUES(69,1795809133071,'deliveryFailed',1,'daemon','channel=kl66gfolpuhkxvpd&kind=contactAdded&notification=yk7xblbarod6xlzh');
INSERT INTO "events" VALUES(70,1795809133074,'stopped',NULL,'daemon','');
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
INSERT INTO "heartbeats" VALUES('kzglazglp3hnsmm5',1795809130287);
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
INSERT INTO "notifications" VALUES(1,'2nmy5gvktpy3mscv','contactAdded','edge:1:2',1,2,1795809130367,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'2nmy5sjg4hz4lv5z','contactAdded','edge:1:2',2,1,1795809130367,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'yk7xblbarod6xlzh','contactAdded','edge:1:3',1,3,1795809130369,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'yk7xbiwxjpbeelio','contactAdded','edge:1:3',3,1,1795809130369,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'uybfbxd7ije7irfv','contactAdded','edge:5:1',5,1,1795809130375,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'uybfbfu2q5ixzayr','contactAdded','edge:5:1',1,5,1795809130375,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'zf7uku75obzs2zd5','ping','zf7uksqkhsenkxxr',1,2,1795809130377,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Fri 2026-11-27 20:52 UTC.');
INSERT INTO "notifications" VALUES(8,'4udatku3kbqnwyt2','ping','4udat7r2yffyifvq',1,3,1795809130379,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Fri 2026-11-27 20:52 UTC.');
INSERT INTO "notifications" VALUES(9,'vwak2bzrbox7pssl','pingResponded','4udat7r2yffyifvq',3,1,1795809130381,'Ana has answered you',NULL,NULL,0,'Ana answered at Fri 2026-11-27 19:52 UTC.');
INSERT INTO "notifications" VALUES(10,'xhohdadn4sbg2u4i','system','nobodyToTell:2:xhohdsoouudmwlzv',4,2,1795809130383,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Fri 2026-11-27 19:52 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'z4hfdnqwwourvat2','alertRaised','z4hfdexgkw5j3tue',2,1,1795809130391,'Ana is calling for help',309,332,0,'Ana called for help at Fri 2026-11-27 19:52 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'z4hfdm3tlc25uubh','alertRaised','z4hfdexgkw5j3tue',3,1,1795809130391,'Ana is calling for help',307,330,0,'Ana called for help at Fri 2026-11-27 19:52 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'wknqpkaht3rogi6p','nonResponsive','wknqpvixwabj4i5b',1,5,1795809131359,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Fri 2026-11-27 19:52 UTC. Last check-in: Fri 2026-11-27 19:52 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'wknqptcghfgshved','nonResponsive','wknqpvixwabj4i5b',5,5,1795809131359,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'zf7uksqkhsenkxxr',2,1,1795809130377,'pending',NULL);
INSERT INTO "pings" VALUES(2,'4udat7r2yffyifvq',3,1,1795809130379,'responded',1795809130381);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'kl66gfolpuhkxvpd',1795809133047,NULL,NULL,1795809433047,1795809133071);
INSERT INTO "problems" VALUES('nobodyToTell',2,'xhohdsoouudmwlzv',1795809130383,1795809130386,1795809130383,1796413930383,1795809130383);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795809130287,1795809130383,NULL,NULL,1795809130287);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795809130367,NULL,NULL,1795809430383,1795809130383);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795809130287,1795809130383,NULL,1795809430287,1795809130287);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795809130312,1795809130312,'',0,0,0,0,NULL,NULL,0,0,'z4hfdexgkw5j3tue',1795809130391,'Please come.',0,0,'active',1795812130312,0,'Key at the neighbour''s.',1795809430391,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795809130335,1795809130335,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795894930335,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795809130343,1795809130343,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795894930343,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795809130351,1795809130516,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795894930516,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795809130359,1795809130359,'',1,0,0,0,'wknqpvixwabj4i5b',1795809131359,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795812731359,0,'',1795809431359,',15',',14,19,67',0,3);
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
    UPDATE users SET bestResponder = (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id)
        WHERE id IN (SELECT dependent FROM edges WHERE responder = OLD.user);
END;
CREATE TRIGGER standingFollowsSuccess AFTER UPDATE OF lastSuccess ON channels
    WHEN (OLD.lastSuccess IS NULL) <> (NEW.lastSuccess IS NULL)
BEGIN
    UPDATE users SET bestResponder = (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
        ELSE count(*) > 0 END
    FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id)
        WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user);
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
