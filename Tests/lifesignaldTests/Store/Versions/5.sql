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
INSERT INTO "alerts" VALUES(1,'cgwpruycgw7xt7mm',2,1795632287621,1795632287624,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'hbclmrrifqh4ym3k',1,1795632287626,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795632290153,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795632290157,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795632290159,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795632290141,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795632290147,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795632290150,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'budzejgq6zy4nbkl',1,'mailto:ana@example.org',1,1795632287592,1795632290154,1795632290161,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'wweyxjg76ej6filv',2,'mailto:ben@example.org',1,1795632287597,1795632290144,1795632290158,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'yfinnwpgoqfnrrlf',3,'mailto:carla@example.org',1,1795632287600,NULL,1795632290148,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'4if6ouzgqfsu7bbx',4,'mailto:dora@example.org',1,1795632287603,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'1600b3be-02d4-420b-b1cc-b8e28d23ea49',1795632290164,2801313,NULL,NULL,NULL,NULL,NULL,0,NULL,29);
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
INSERT INTO "deliveries" VALUES(1,'5l6r5wt5vuctche6',1,'budzejgq6zy4nbkl','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'5l6r5f5tdluwneec',2,'wweyxjg76ej6filv','pending',1,1,1,0,0,1795632296436,0,0);
INSERT INTO "deliveries" VALUES(3,'yp4u3daim5d3zzwy',3,'budzejgq6zy4nbkl','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'yp4u3tvnv623fqgz',4,'yfinnwpgoqfnrrlf','pending',1,0,0,0,0,1795632287610,0,0);
INSERT INTO "deliveries" VALUES(5,'mwgu3qp3zoqv6p6b',6,'budzejgq6zy4nbkl','pending',1,0,0,0,0,1795632287612,0,0);
INSERT INTO "deliveries" VALUES(6,'lvcnlkozwxnbztwx',7,'budzejgq6zy4nbkl','pending',1,0,0,0,0,1795632287614,0,0);
INSERT INTO "deliveries" VALUES(7,'tgckd5p64kntfs5y',8,'budzejgq6zy4nbkl','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'wulfyzmc2g5pa4my',9,'yfinnwpgoqfnrrlf','pending',1,0,0,0,0,1795632287618,0,0);
INSERT INTO "deliveries" VALUES(9,'cgwprvbgeyi7k4zi',10,'4if6ouzgqfsu7bbx','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'hbclmqjpkfvm776i',11,'wweyxjg76ej6filv','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'hbclm4nj4qgjjup2',12,'yfinnwpgoqfnrrlf','pending',0,1,1,0,0,1795632296204,0,0);
INSERT INTO "deliveries" VALUES(12,'aaygwe6vpwagyghn',13,'budzejgq6zy4nbkl','failed',0,1,1,0,0,1795635890151,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795632287608,1);
INSERT INTO "edges" VALUES(1,3,1795632287610,1);
INSERT INTO "edges" VALUES(5,1,1795632287612,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795632287576,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795632287589,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795632287589,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795632287592,'channelAdded',1,'account:root','channel=budzejgq6zy4nbkl');
INSERT INTO "events" VALUES(5,1795632287595,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795632287595,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795632287597,'channelAdded',2,'account:root','channel=wweyxjg76ej6filv');
INSERT INTO "events" VALUES(8,1795632287598,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795632287598,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795632287600,'channelAdded',3,'account:root','channel=yfinnwpgoqfnrrlf');
INSERT INTO "events" VALUES(11,1795632287601,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795632287601,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795632287603,'channelAdded',4,'account:root','channel=4if6ouzgqfsu7bbx');
INSERT INTO "events" VALUES(14,1795632287604,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795632287604,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795632287606,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795632287608,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795632287610,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795632287612,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795632287614,'pingSent',1,'account:root','ping=lvcnlta7rdsz5wbh&sender=ben');
INSERT INTO "events" VALUES(21,1795632287616,'pingSent',1,'account:root','ping=tgckdska46mfhtsr&sender=carla');
INSERT INTO "events" VALUES(22,1795632287618,'pingResponded',1,'account:root','ping=tgckdska46mfhtsr');
INSERT INTO "events" VALUES(23,1795632287621,'alertRaised',2,'account:root','alert=cgwpruycgw7xt7mm&telling=');
INSERT INTO "events" VALUES(24,1795632287624,'alertCleared',2,'account:root','alert=cgwpruycgw7xt7mm');
INSERT INTO "events" VALUES(25,1795632287626,'alertRaised',1,'account:root','alert=hbclmrrifqh4ym3k&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795632287628,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795632288604,'becameNonResponsive',5,'daemon','due=2026-11-25T18:44:48.604Z&incident=aaygwensesp4acux&lastCheckIn=2026-11-25T18:44:47.604Z&telling=ana');
INSERT INTO "events" VALUES(28,1795632290151,'deliveryFailed',1,'daemon','channel=budzejgq6zy4nbkl&kind=nonResponsive&notification=aaygwej2ffbifkaf');
INSERT INTO "events" VALUES(29,1795632290161,'deliveryFailed',1,'daemon','channel=budzejgq6zy4nbkl&kind=contactAdded&notification=yp4u3gjgd44rewc5');
INSERT INTO "events" VALUES(30,1795632290164,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('hkyg46fkofun5mtr',1795632287579);
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
INSERT INTO "notifications" VALUES(1,'5l6r5wejgkicc5f7','contactAdded',NULL,1,2,1795632287608,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'5l6r57xckqvykqgg','contactAdded',NULL,2,1,1795632287608,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'yp4u3gjgd44rewc5','contactAdded',NULL,1,3,1795632287610,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'yp4u3qatcyvkskpc','contactAdded',NULL,3,1,1795632287610,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'mwgu34nn3jrtmq67','contactAdded',NULL,5,1,1795632287612,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'mwgu3epoohemvila','contactAdded',NULL,1,5,1795632287612,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'lvcnliottpbjfi4k','ping','lvcnlta7rdsz5wbh',1,2,1795632287614,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Wed 2026-11-25 19:44 UTC.');
INSERT INTO "notifications" VALUES(8,'tgckdf6dnukz5ghk','ping','tgckdska46mfhtsr',1,3,1795632287616,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Wed 2026-11-25 19:44 UTC.');
INSERT INTO "notifications" VALUES(9,'wulfyhm4vzgd6jon','pingResponded','tgckdska46mfhtsr',3,1,1795632287618,'Ana has answered you',NULL,NULL,0,'Ana answered at Wed 2026-11-25 18:44 UTC.');
INSERT INTO "notifications" VALUES(10,'cgwpreaumfn5kyp6','system','nobodyToTell:2:',4,2,1795632287621,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Wed 2026-11-25 18:44 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'hbclmpgps2i6eotz','alertRaised','hbclmrrifqh4ym3k',2,1,1795632287626,'Ana is calling for help',309,332,0,'Ana called for help at Wed 2026-11-25 18:44 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'hbclmzam5jdktlsy','alertRaised','hbclmrrifqh4ym3k',3,1,1795632287626,'Ana is calling for help',307,330,0,'Ana called for help at Wed 2026-11-25 18:44 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'aaygwej2ffbifkaf','nonResponsive','aaygwensesp4acux',1,5,1795632288604,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Wed 2026-11-25 18:44 UTC. Last check-in: Wed 2026-11-25 18:44 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'aaygwfwa5fgmk2s4','nonResponsive','aaygwensesp4acux',5,5,1795632288604,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'lvcnlta7rdsz5wbh',2,1,1795632287614,'pending',NULL);
INSERT INTO "pings" VALUES(2,'tgckdska46mfhtsr',3,1,1795632287616,'responded',1795632287618);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'budzejgq6zy4nbkl',1795632290151,NULL,NULL,1795632590151);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795632287621,1795632287624,1795632287621,1796237087621);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795632287608,NULL,NULL,1795632587621);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795632287579,1795632287621,NULL,1795632587579);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795632287589,1795632287589,'',0,0,0,0,NULL,NULL,0,0,'hbclmrrifqh4ym3k',1795632287626,'Please come.',0,0,'active',1795635287589,0,'Key at the neighbour''s.',1795632587626);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795632287595,1795632287595,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718087595,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795632287598,1795632287598,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718087598,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795632287601,1795632287601,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718087601,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795632287604,1795632287604,'',1,0,0,0,'aaygwensesp4acux',1795632288604,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795635888604,0,'',1795632588604);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795632287606,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL);
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
CREATE INDEX eventsByUser ON events (user, kind = 'checkedIn', sequence);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',30);
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
