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
INSERT INTO "alerts" VALUES(1,'ehxppzdbiqffctp2',2,1795557544559,1795557544561,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'6kqimig6eyr3wggg',1,1795557544563,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795557547253,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795557547258,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795557547262,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795557547078,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795557547243,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795557547248,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'hx4j2ue6hqeksnn5',1,'mailto:ana@example.org',1,1795557544530,1795557547255,1795557547264,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'gwmstvekvz3xa3md',2,'mailto:ben@example.org',1,1795557544534,1795557547239,1795557547260,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'2offbarxwat7bo3j',3,'mailto:carla@example.org',1,1795557544538,NULL,1795557547245,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'shmnuvkssye45utg',4,'mailto:dora@example.org',1,1795557544541,NULL,NULL,NULL,NULL);
CREATE TABLE checkIns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    by TEXT NOT NULL
) STRICT;
INSERT INTO "checkIns" VALUES(1,1,1795557544526,'manual','account:root');
INSERT INTO "checkIns" VALUES(2,2,1795557544533,'manual','account:root');
INSERT INTO "checkIns" VALUES(3,3,1795557544536,'manual','account:root');
INSERT INTO "checkIns" VALUES(4,4,1795557544540,'manual','account:root');
INSERT INTO "checkIns" VALUES(5,5,1795557544543,'manual','account:root');
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
INSERT INTO "daemon" VALUES(1,'814039f6-b6d7-4c9b-9069-82858cbb43ce',1795557547271,3849686,NULL,NULL,NULL,NULL,NULL,0,NULL,198);
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
INSERT INTO "deliveries" VALUES(1,'vwzmpyycc6chbkws',1,'hx4j2ue6hqeksnn5','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'vwzmp4jgs3c6uvzc',2,'gwmstvekvz3xa3md','pending',1,1,1,0,0,1795557553491,0,0);
INSERT INTO "deliveries" VALUES(3,'iloammq4acny2bzl',3,'hx4j2ue6hqeksnn5','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'iloamvmkkc3vjx7t',4,'2offbarxwat7bo3j','pending',1,0,0,0,0,1795557544549,0,0);
INSERT INTO "deliveries" VALUES(5,'7rhala7qkdbbalfz',6,'hx4j2ue6hqeksnn5','pending',1,0,0,0,0,1795557544550,0,0);
INSERT INTO "deliveries" VALUES(6,'ulivxpwdw24wzjsl',7,'hx4j2ue6hqeksnn5','pending',1,0,0,0,0,1795557544552,0,0);
INSERT INTO "deliveries" VALUES(7,'n2ifhbsgcllm323v',8,'hx4j2ue6hqeksnn5','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'cq6vnnhecqmbiyx7',9,'2offbarxwat7bo3j','pending',1,0,0,0,0,1795557544556,0,0);
INSERT INTO "deliveries" VALUES(9,'ehxppewtte5q4tfe',10,'shmnuvkssye45utg','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'6kqimgezb5cvvvfb',11,'gwmstvekvz3xa3md','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'6kqimy323sceazvo',12,'2offbarxwat7bo3j','pending',0,1,1,0,0,1795557553095,0,0);
INSERT INTO "deliveries" VALUES(12,'r656ao33mg2kiadk',13,'hx4j2ue6hqeksnn5','failed',0,1,1,0,0,1795561147250,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795557544546,1);
INSERT INTO "edges" VALUES(1,3,1795557544549,1);
INSERT INTO "edges" VALUES(5,1,1795557544550,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795557544515,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795557544526,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795557544526,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795557544530,'channelAdded',1,'account:root','channel=hx4j2ue6hqeksnn5');
INSERT INTO "events" VALUES(5,1795557544533,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795557544533,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795557544534,'channelAdded',2,'account:root','channel=gwmstvekvz3xa3md');
INSERT INTO "events" VALUES(8,1795557544536,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795557544536,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795557544538,'channelAdded',3,'account:root','channel=2offbarxwat7bo3j');
INSERT INTO "events" VALUES(11,1795557544540,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795557544540,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795557544541,'channelAdded',4,'account:root','channel=shmnuvkssye45utg');
INSERT INTO "events" VALUES(14,1795557544543,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795557544543,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795557544544,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795557544546,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795557544549,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795557544550,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795557544552,'pingSent',1,'account:root','ping=ulivx2ki2luxwoa6&sender=ben');
INSERT INTO "events" VALUES(21,1795557544554,'pingSent',1,'account:root','ping=n2ifhyvtamz4uyen&sender=carla');
INSERT INTO "events" VALUES(22,1795557544556,'pingResponded',1,'account:root','ping=n2ifhyvtamz4uyen');
INSERT INTO "events" VALUES(23,1795557544559,'alertRaised',2,'account:root','alert=ehxppzdbiqffctp2&telling=');
INSERT INTO "events" VALUES(24,1795557544561,'alertCleared',2,'account:root','alert=ehxppzdbiqffctp2');
INSERT INTO "events" VALUES(25,1795557544563,'alertRaised',1,'account:root','alert=6kqimig6eyr3wggg&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795557544566,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795557545543,'becameNonResponsive',5,'daemon','due=2026-11-24T21:59:05.543Z&incident=r656aupla7hickd6&lastCheckIn=2026-11-24T21:59:04.543Z&telling=ana');
INSERT INTO "events" VALUES(28,1795557547250,'deliveryFailed',1,'daemon','channel=hx4j2ue6hqeksnn5&kind=nonResponsive&notification=r656alimev7ek3wo');
INSERT INTO "events" VALUES(29,1795557547264,'deliveryFailed',1,'daemon','channel=hx4j2ue6hqeksnn5&kind=contactAdded&notification=iloamr4sw7zeovzy');
INSERT INTO "events" VALUES(30,1795557547271,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('mscfx5qjj57q2ox2',1795557544515);
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
INSERT INTO "notifications" VALUES(1,'vwzmpwsfnrlb6ipm','contactAdded',NULL,1,2,1795557544546,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'vwzmpkjyzhoulgc7','contactAdded',NULL,2,1,1795557544546,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'iloamr4sw7zeovzy','contactAdded',NULL,1,3,1795557544549,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'iloameefku7pyxa6','contactAdded',NULL,3,1,1795557544549,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'7rhal4j5dwejns6w','contactAdded',NULL,5,1,1795557544550,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'7rhalpj6rgdd7orw','contactAdded',NULL,1,5,1795557544550,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'ulivx6qlfgc75f5b','ping','ulivx2ki2luxwoa6',1,2,1795557544552,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Tue 2026-11-24 22:59 UTC.');
INSERT INTO "notifications" VALUES(8,'n2ifheur7io2hamd','ping','n2ifhyvtamz4uyen',1,3,1795557544554,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Tue 2026-11-24 22:59 UTC.');
INSERT INTO "notifications" VALUES(9,'cq6vnwvds4vfhi32','pingResponded','n2ifhyvtamz4uyen',3,1,1795557544556,'Ana has answered you',NULL,NULL,0,'Ana answered at Tue 2026-11-24 21:59 UTC.');
INSERT INTO "notifications" VALUES(10,'ehxppexp7hrzp7bp','system','nobodyToTell:2:',4,2,1795557544559,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Tue 2026-11-24 21:59 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'6kqimwgdhkr2nfqy','alertRaised','6kqimig6eyr3wggg',2,1,1795557544563,'Ana is calling for help',309,332,0,'Ana called for help at Tue 2026-11-24 21:59 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'6kqimq5lnkaam3yo','alertRaised','6kqimig6eyr3wggg',3,1,1795557544563,'Ana is calling for help',307,330,0,'Ana called for help at Tue 2026-11-24 21:59 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'r656alimev7ek3wo','nonResponsive','r656aupla7hickd6',1,5,1795557545543,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Tue 2026-11-24 21:59 UTC. Last check-in: Tue 2026-11-24 21:59 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'r656a2bg3ext2tny','nonResponsive','r656aupla7hickd6',5,5,1795557545543,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'ulivx2ki2luxwoa6',2,1,1795557544552,'pending',NULL);
INSERT INTO "pings" VALUES(2,'n2ifhyvtamz4uyen',3,1,1795557544554,'responded',1795557544556);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'hx4j2ue6hqeksnn5',1795557547250,NULL,NULL,1795557847250);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795557544559,1795557544561,1795557544559,1796162344559);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795557544546,NULL,NULL,1795557844559);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795557544515,1795557544559,NULL,1795557844515);
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
, unlistedDeadline INTEGER) STRICT;
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795557544526,1795557544526,'',0,0,0,0,NULL,NULL,0,0,'6kqimig6eyr3wggg',1795557544563,'Please come.',0,0,'active',1795560544526,0,'Key at the neighbour''s.',1795557844563);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795557544533,1795557544533,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795643344533,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795557544536,1795557544536,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795643344536,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795557544540,1795557544540,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795643344540,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795557544543,1795557544543,'',1,0,0,0,'r656aupla7hickd6',1795557545543,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795561145543,0,'',1795557845543);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795557544544,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL);
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
CREATE INDEX usersByUnlistedDeadline ON users (unlistedDeadline, handle)
    WHERE unlistedDeadline IS NOT NULL;
CREATE INDEX pingsPendingBySender ON pings (sender, sequence)
    WHERE status = 'pending';
CREATE INDEX pingsPendingByRecipient ON pings (recipient, sequence)
    WHERE status = 'pending';
CREATE INDEX pingsBetween ON pings (sender, recipient, sequence);
CREATE INDEX problemsOpenByCode ON problems (code, since)
    WHERE solvedAt IS NULL;
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
