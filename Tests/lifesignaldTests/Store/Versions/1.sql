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
INSERT INTO "alerts" VALUES(1,'cahoocwox7uxbvdz',2,1795304999036,1795304999039,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'ijwan3hqxouhsgnd',1,1795304999041,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795305001566,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795305001569,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795305001572,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795305001555,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795305001560,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795305001563,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'5onnfypkxygqjtkf',1,'mailto:ana@example.org',1,1795304999002,1795305001567,1795305001574);
INSERT INTO "channels" VALUES(2,'fj4f6omsc6tl3e3k',2,'mailto:ben@example.org',1,1795304999007,1795305001558,1795305001570);
INSERT INTO "channels" VALUES(3,'uquk7pga3qxkce25',3,'mailto:carla@example.org',1,1795304999010,NULL,1795305001561);
INSERT INTO "channels" VALUES(4,'ttu6qjueoymrsryu',4,'mailto:dora@example.org',1,1795304999014,NULL,NULL);
CREATE TABLE checkIns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    by TEXT NOT NULL
) STRICT;
INSERT INTO "checkIns" VALUES(1,1,1795304998997,'manual','account:root');
INSERT INTO "checkIns" VALUES(2,2,1795304999004,'manual','account:root');
INSERT INTO "checkIns" VALUES(3,3,1795304999008,'manual','account:root');
INSERT INTO "checkIns" VALUES(4,4,1795304999012,'manual','account:root');
INSERT INTO "checkIns" VALUES(5,5,1795304999016,'manual','account:root');
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
INSERT INTO "daemon" VALUES(1,'9b445a2c-07f6-4c4a-88ee-9886d3929e7f',1795305001577,16676322,NULL,NULL,NULL,NULL,NULL,0,NULL,29);
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
INSERT INTO "deliveries" VALUES(1,'zdhag45imif5zypb',1,'5onnfypkxygqjtkf','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'eulba6wddzeehzyp',2,'fj4f6omsc6tl3e3k','pending',1,1,1,0,0,1795305007526,0,0);
INSERT INTO "deliveries" VALUES(3,'6r4kpyzpa3rg36wx',3,'5onnfypkxygqjtkf','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'vh22ptu2cp4lb2nr',4,'uquk7pga3qxkce25','pending',1,0,0,0,0,1795304999025,0,0);
INSERT INTO "deliveries" VALUES(5,'4qidm7ajjtfoujjl',6,'5onnfypkxygqjtkf','pending',1,0,0,0,0,1795304999027,0,0);
INSERT INTO "deliveries" VALUES(6,'3o4earc2xtvpldye',7,'5onnfypkxygqjtkf','pending',1,0,0,0,0,1795304999029,0,0);
INSERT INTO "deliveries" VALUES(7,'ebpkmkder3eecn7w',8,'5onnfypkxygqjtkf','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'coc72i46zp5cfh2s',9,'uquk7pga3qxkce25','pending',1,0,0,0,0,1795304999033,0,0);
INSERT INTO "deliveries" VALUES(9,'m6g7g623rweqrqia',10,'ttu6qjueoymrsryu','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'lf74a3vyrdf7wvrg',11,'fj4f6omsc6tl3e3k','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'f5fmkrgqyp6btk7v',12,'uquk7pga3qxkce25','pending',0,1,1,0,0,1795305006807,0,0);
INSERT INTO "deliveries" VALUES(12,'h2tfmquijzeqvolr',13,'5onnfypkxygqjtkf','failed',0,1,1,0,0,1795308601564,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795304999022,1);
INSERT INTO "edges" VALUES(1,3,1795304999025,1);
INSERT INTO "edges" VALUES(5,1,1795304999027,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795304998979,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795304998997,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795304998997,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795304999002,'channelAdded',1,'account:root','channel=5onnfypkxygqjtkf');
INSERT INTO "events" VALUES(5,1795304999004,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795304999004,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795304999007,'channelAdded',2,'account:root','channel=fj4f6omsc6tl3e3k');
INSERT INTO "events" VALUES(8,1795304999008,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795304999008,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795304999010,'channelAdded',3,'account:root','channel=uquk7pga3qxkce25');
INSERT INTO "events" VALUES(11,1795304999012,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795304999012,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795304999014,'channelAdded',4,'account:root','channel=ttu6qjueoymrsryu');
INSERT INTO "events" VALUES(14,1795304999016,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795304999016,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795304999020,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795304999022,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795304999025,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795304999027,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795304999029,'pingSent',1,'account:root','ping=opqk2k2jd4cdeadh&sender=ben');
INSERT INTO "events" VALUES(21,1795304999031,'pingSent',1,'account:root','ping=km6ieq6t6io7f2w6&sender=carla');
INSERT INTO "events" VALUES(22,1795304999033,'pingResponded',1,'account:root','ping=km6ieq6t6io7f2w6');
INSERT INTO "events" VALUES(23,1795304999036,'alertRaised',2,'account:root','alert=cahoocwox7uxbvdz&telling=');
INSERT INTO "events" VALUES(24,1795304999039,'alertCleared',2,'account:root','alert=cahoocwox7uxbvdz');
INSERT INTO "events" VALUES(25,1795304999041,'alertRaised',1,'account:root','alert=ijwan3hqxouhsgnd&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795304999043,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795305000016,'becameNonResponsive',5,'daemon','due=2026-11-21T23:50:00.016Z&incident=d4gmxxx74jzek4ml&lastCheckIn=2026-11-21T23:49:59.016Z&telling=ana');
INSERT INTO "events" VALUES(28,1795305001564,'deliveryFailed',1,'daemon','channel=5onnfypkxygqjtkf&kind=nonResponsive&notification=wkwojr2vlqhguaiw');
INSERT INTO "events" VALUES(29,1795305001574,'deliveryFailed',1,'daemon','channel=5onnfypkxygqjtkf&kind=contactAdded&notification=34o3vkixpj4n5zre');
INSERT INTO "events" VALUES(30,1795305001577,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('irvpznk4pud226lk',1795304998979);
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
INSERT INTO "notifications" VALUES(1,'kv73rke6xmwlszjy','contactAdded',NULL,1,2,1795304999022,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'nyudsfnurnipzsq2','contactAdded',NULL,2,1,1795304999022,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'34o3vkixpj4n5zre','contactAdded',NULL,1,3,1795304999025,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'q7jaktdcl2ep2r4g','contactAdded',NULL,3,1,1795304999025,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'yhg4vkvasrhqocpe','contactAdded',NULL,5,1,1795304999027,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'q6e4bcj3kker5kbl','contactAdded',NULL,1,5,1795304999027,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'p63gjwpdanccbt7b','ping','opqk2k2jd4cdeadh',1,2,1795304999029,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 00:49 UTC.');
INSERT INTO "notifications" VALUES(8,'ykyuxu3j4oim4b4k','ping','km6ieq6t6io7f2w6',1,3,1795304999031,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 00:49 UTC.');
INSERT INTO "notifications" VALUES(9,'6fepuqqcwees3ch4','pingResponded','km6ieq6t6io7f2w6',3,1,1795304999033,'Ana has answered you',NULL,NULL,0,'Ana answered at Sat 2026-11-21 23:49 UTC.');
INSERT INTO "notifications" VALUES(10,'7yj4mmroe5weswry','system','nobodyToTell:2:',4,2,1795304999036,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sat 2026-11-21 23:49 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'4r43vxqddzailrgj','alertRaised','ijwan3hqxouhsgnd',2,1,1795304999041,'Ana is calling for help',309,332,0,'Ana called for help at Sat 2026-11-21 23:49 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'a3v2fridsggr5527','alertRaised','ijwan3hqxouhsgnd',3,1,1795304999041,'Ana is calling for help',307,330,0,'Ana called for help at Sat 2026-11-21 23:49 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'wkwojr2vlqhguaiw','nonResponsive','d4gmxxx74jzek4ml',1,5,1795305000016,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sat 2026-11-21 23:50 UTC. Last check-in: Sat 2026-11-21 23:49 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'erg33ez3nufisv2r','nonResponsive','d4gmxxx74jzek4ml',5,5,1795305000016,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'opqk2k2jd4cdeadh',2,1,1795304999029,'pending',NULL);
INSERT INTO "pings" VALUES(2,'km6ieq6t6io7f2w6',3,1,1795304999031,'responded',1795304999033);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'5onnfypkxygqjtkf',1795305001564,NULL,NULL,1795305301564);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795304999036,1795304999039,1795304999036,1795909799036);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795304999022,NULL,NULL,1795305299036);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795304998979,1795304999036,NULL,1795305298979);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795304998997,1795304998997,'',0,0,0,0,NULL,NULL,0,0,'ijwan3hqxouhsgnd',1795304999041,'Please come.',0,0,'active',1795305299041,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795304999004,1795304999004,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795390799004,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795304999008,1795304999008,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795390799008,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795304999012,1795304999012,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795390799012,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795304999016,1795304999016,'',1,0,0,0,'d4gmxxx74jzek4ml',1795305000016,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795305300016,0,'');
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795304999020,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'');
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
CREATE INDEX deliveriesOpenByChannel ON deliveries (channel)
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
