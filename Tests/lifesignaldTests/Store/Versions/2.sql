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
INSERT INTO "alerts" VALUES(1,'52bghybczm5qysep',2,1795327081645,1795327081648,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'fdkrbv5qbmk3rrk4',1,1795327081651,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795327084182,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795327084189,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795327084194,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795327084168,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795327084174,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795327084178,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'4gndzp2xn47m6m65',1,'mailto:ana@example.org',1,1795327081603,1795327084185,1795327084196,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'cttdcnqkrir2wnpk',2,'mailto:ben@example.org',1,1795327081609,1795327084171,1795327084191,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'zvijvqvp2xavaf2u',3,'mailto:carla@example.org',1,1795327081613,NULL,1795327084176,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'4furgrjhj6fxvvye',4,'mailto:dora@example.org',1,1795327081617,NULL,NULL,NULL,NULL);
CREATE TABLE checkIns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    by TEXT NOT NULL
) STRICT;
INSERT INTO "checkIns" VALUES(1,1,1795327081598,'manual','account:root');
INSERT INTO "checkIns" VALUES(2,2,1795327081606,'manual','account:root');
INSERT INTO "checkIns" VALUES(3,3,1795327081611,'manual','account:root');
INSERT INTO "checkIns" VALUES(4,4,1795327081615,'manual','account:root');
INSERT INTO "checkIns" VALUES(5,5,1795327081620,'manual','account:root');
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
INSERT INTO "daemon" VALUES(1,'9b445a2c-07f6-4c4a-88ee-9886d3929e7f',1795327084202,38758947,NULL,NULL,NULL,NULL,NULL,0,NULL,42);
CREATE TABLE deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    notification INTEGER NOT NULL REFERENCES notifications (sequence) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('pending', 'delivered', 'withdrawn', 'failed')),
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
INSERT INTO "deliveries" VALUES(1,'guf5aamupsf6gtqq',1,'4gndzp2xn47m6m65','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'7vbrcttlhqx2hkvd',2,'cttdcnqkrir2wnpk','pending',1,1,1,0,0,1795327090018,0,0);
INSERT INTO "deliveries" VALUES(3,'eanprq6owe4strze',3,'4gndzp2xn47m6m65','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'rymtzzu3jfwzseip',4,'zvijvqvp2xavaf2u','pending',1,0,0,0,0,1795327081630,0,0);
INSERT INTO "deliveries" VALUES(5,'uvrkfy55l54qnsha',6,'4gndzp2xn47m6m65','pending',1,0,0,0,0,1795327081633,0,0);
INSERT INTO "deliveries" VALUES(6,'p2ionnrhhwfovovg',7,'4gndzp2xn47m6m65','pending',1,0,0,0,0,1795327081635,0,0);
INSERT INTO "deliveries" VALUES(7,'oytdxltgxfkhr2cj',8,'4gndzp2xn47m6m65','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'e45p35fycyt47frm',9,'zvijvqvp2xavaf2u','pending',1,0,0,0,0,1795327081642,0,0);
INSERT INTO "deliveries" VALUES(9,'qjnv2iti2mrciyex',10,'4furgrjhj6fxvvye','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'wpnvfh4ld4loelhq',11,'cttdcnqkrir2wnpk','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'5bhqpeljrs5f4ymh',12,'zvijvqvp2xavaf2u','pending',0,1,1,0,0,1795327089990,0,0);
INSERT INTO "deliveries" VALUES(12,'d2lj7nnds6zzocw6',13,'4gndzp2xn47m6m65','failed',0,1,1,0,0,1795330684180,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795327081626,1);
INSERT INTO "edges" VALUES(1,3,1795327081630,1);
INSERT INTO "edges" VALUES(5,1,1795327081633,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795327081584,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795327081598,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795327081598,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795327081603,'channelAdded',1,'account:root','channel=4gndzp2xn47m6m65');
INSERT INTO "events" VALUES(5,1795327081606,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795327081606,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795327081609,'channelAdded',2,'account:root','channel=cttdcnqkrir2wnpk');
INSERT INTO "events" VALUES(8,1795327081611,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795327081611,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795327081613,'channelAdded',3,'account:root','channel=zvijvqvp2xavaf2u');
INSERT INTO "events" VALUES(11,1795327081615,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795327081615,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795327081617,'channelAdded',4,'account:root','channel=4furgrjhj6fxvvye');
INSERT INTO "events" VALUES(14,1795327081620,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795327081620,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795327081622,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795327081626,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795327081630,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795327081633,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795327081635,'pingSent',1,'account:root','ping=cobm6y6v4kigrrmm&sender=ben');
INSERT INTO "events" VALUES(21,1795327081639,'pingSent',1,'account:root','ping=ivsvypr6gwkauykq&sender=carla');
INSERT INTO "events" VALUES(22,1795327081642,'pingResponded',1,'account:root','ping=ivsvypr6gwkauykq');
INSERT INTO "events" VALUES(23,1795327081645,'alertRaised',2,'account:root','alert=52bghybczm5qysep&telling=');
INSERT INTO "events" VALUES(24,1795327081648,'alertCleared',2,'account:root','alert=52bghybczm5qysep');
INSERT INTO "events" VALUES(25,1795327081651,'alertRaised',1,'account:root','alert=fdkrbv5qbmk3rrk4&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795327081654,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795327082620,'becameNonResponsive',5,'daemon','due=2026-11-22T05:58:02.620Z&incident=4julxqgfv3ebmcav&lastCheckIn=2026-11-22T05:58:01.620Z&telling=ana');
INSERT INTO "events" VALUES(28,1795327084180,'deliveryFailed',1,'daemon','channel=4gndzp2xn47m6m65&kind=nonResponsive&notification=6rxvx3uen45572wt');
INSERT INTO "events" VALUES(29,1795327084196,'deliveryFailed',1,'daemon','channel=4gndzp2xn47m6m65&kind=contactAdded&notification=ww4nmububezoxnez');
INSERT INTO "events" VALUES(30,1795327084202,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('eudwtuueu2bz5zai',1795327081584);
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
INSERT INTO "notifications" VALUES(1,'uxiey4luj3z4rwi6','contactAdded',NULL,1,2,1795327081626,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'voonzzl5lzcmolj5','contactAdded',NULL,2,1,1795327081626,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'ww4nmububezoxnez','contactAdded',NULL,1,3,1795327081630,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'pj64i6n6faufjclf','contactAdded',NULL,3,1,1795327081630,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'dxxntuf244l4onng','contactAdded',NULL,5,1,1795327081633,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'6rtj5wlpe5exsst7','contactAdded',NULL,1,5,1795327081633,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'2rn3p2ld6vxvbrdv','ping','cobm6y6v4kigrrmm',1,2,1795327081635,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 06:58 UTC.');
INSERT INTO "notifications" VALUES(8,'ksot7jbuyea3wkb3','ping','ivsvypr6gwkauykq',1,3,1795327081639,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 06:58 UTC.');
INSERT INTO "notifications" VALUES(9,'dkybo7rqnyaen73c','pingResponded','ivsvypr6gwkauykq',3,1,1795327081642,'Ana has answered you',NULL,NULL,0,'Ana answered at Sun 2026-11-22 05:58 UTC.');
INSERT INTO "notifications" VALUES(10,'dvjjgwgwv2e524pu','system','nobodyToTell:2:',4,2,1795327081645,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sun 2026-11-22 05:58 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'4lavro7bxwlveih7','alertRaised','fdkrbv5qbmk3rrk4',2,1,1795327081651,'Ana is calling for help',309,332,0,'Ana called for help at Sun 2026-11-22 05:58 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'fasghma5my7mspwf','alertRaised','fdkrbv5qbmk3rrk4',3,1,1795327081651,'Ana is calling for help',307,330,0,'Ana called for help at Sun 2026-11-22 05:58 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'6rxvx3uen45572wt','nonResponsive','4julxqgfv3ebmcav',1,5,1795327082620,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sun 2026-11-22 05:58 UTC. Last check-in: Sun 2026-11-22 05:58 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'6c7oncsanbpdczcn','nonResponsive','4julxqgfv3ebmcav',5,5,1795327082620,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
CREATE TABLE pings (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    sender INTEGER NOT NULL REFERENCES users (id),
    recipient INTEGER NOT NULL REFERENCES users (id),
    sentAt INTEGER NOT NULL,
    status TEXT NOT NULL
        CHECK (status IN ('pending', 'responded', 'cleared', 'expired')),
    endedAt INTEGER
) STRICT;
INSERT INTO "pings" VALUES(1,'cobm6y6v4kigrrmm',2,1,1795327081635,'pending',NULL);
INSERT INTO "pings" VALUES(2,'ivsvypr6gwkauykq',3,1,1795327081639,'responded',1795327081642);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'4gndzp2xn47m6m65',1795327084180,NULL,NULL,1795327384180);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795327081645,1795327081648,1795327081645,1795931881645);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795327081626,NULL,NULL,1795327381645);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795327081584,1795327081645,NULL,1795327381584);
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
        CHECK (status IN ('waiting', 'active', 'overdue', 'nonResponsive', 'removed')),
    earliestDeadline INTEGER,
    -- Removed, and histories are still to be deleted.
    forgets INTEGER NOT NULL DEFAULT 0,
    emergencyNote TEXT NOT NULL
) STRICT;
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795327081598,1795327081598,'',0,0,0,0,NULL,NULL,0,0,'fdkrbv5qbmk3rrk4',1795327081651,'Please come.',0,0,'active',1795327381651,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795327081606,1795327081606,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795412881606,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795327081611,1795327081611,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795412881611,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795327081615,1795327081615,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795412881615,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795327081620,1795327081620,'',1,0,0,0,'4julxqgfv3ebmcav',1795327082620,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795327382620,0,'');
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795327081622,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'');
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
CREATE INDEX checkInsByUser ON checkIns (user, id);
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
CREATE INDEX eventsByUser ON events (user, sequence);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',30);
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('checkIns',5);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
