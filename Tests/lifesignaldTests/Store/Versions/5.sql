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
INSERT INTO "alerts" VALUES(1,'odknwj5fygwlfq4y',2,1795633147490,1795633147492,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'6rwnni4rxxt2bmht',1,1795633147494,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795633150016,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795633150019,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795633150022,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795633150005,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795633150010,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795633150013,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'o636zho27qk3hquh',1,'mailto:ana@example.org',1,1795633147462,1795633150018,1795633150023,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'5bmh4qlqfntzwbey',2,'mailto:ben@example.org',1,1795633147467,1795633150007,1795633150020,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'qouyjyoot5wzq6ph',3,'mailto:carla@example.org',1,1795633147471,NULL,1795633150012,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'p2uzhabn54oefxa5',4,'mailto:dora@example.org',1,1795633147474,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'1600b3be-02d4-420b-b1cc-b8e28d23ea49',1795633150027,3661175,NULL,NULL,NULL,NULL,NULL,0,NULL,25);
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
INSERT INTO "deliveries" VALUES(1,'4knkqkfxcyfc7h6w',1,'o636zho27qk3hquh','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'4knkqb2qe4nuao5w',2,'5bmh4qlqfntzwbey','pending',1,1,1,0,0,1795633156363,0,0);
INSERT INTO "deliveries" VALUES(3,'srrflanp3yz4xd4w',3,'o636zho27qk3hquh','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'srrfl6ezscvapil4',4,'qouyjyoot5wzq6ph','pending',1,0,0,0,0,1795633147481,0,0);
INSERT INTO "deliveries" VALUES(5,'32n2f54gjmdhj27w',6,'o636zho27qk3hquh','pending',1,0,0,0,0,1795633147482,0,0);
INSERT INTO "deliveries" VALUES(6,'jyc5gt7re2d2ycla',7,'o636zho27qk3hquh','pending',1,0,0,0,0,1795633147484,0,0);
INSERT INTO "deliveries" VALUES(7,'pshu2upyrdsvdwm2',8,'o636zho27qk3hquh','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'mpj4bvqpdt2b2ynk',9,'qouyjyoot5wzq6ph','pending',1,0,0,0,0,1795633147488,0,0);
INSERT INTO "deliveries" VALUES(9,'odknwnlmpu655xp6',10,'p2uzhabn54oefxa5','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'6rwnnfegvsozprjj',11,'5bmh4qlqfntzwbey','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'6rwnn6minfltt3gj',12,'qouyjyoot5wzq6ph','pending',0,1,1,0,0,1795633155854,0,0);
INSERT INTO "deliveries" VALUES(12,'q4xg2kfylq23kseo',13,'o636zho27qk3hquh','failed',0,1,1,0,0,1795636750015,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795633147478,1);
INSERT INTO "edges" VALUES(1,3,1795633147481,1);
INSERT INTO "edges" VALUES(5,1,1795633147482,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795633147441,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795633147457,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795633147457,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795633147462,'channelAdded',1,'account:root','channel=o636zho27qk3hquh');
INSERT INTO "events" VALUES(5,1795633147465,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795633147465,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795633147467,'channelAdded',2,'account:root','channel=5bmh4qlqfntzwbey');
INSERT INTO "events" VALUES(8,1795633147469,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795633147469,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795633147471,'channelAdded',3,'account:root','channel=qouyjyoot5wzq6ph');
INSERT INTO "events" VALUES(11,1795633147472,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795633147472,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795633147474,'channelAdded',4,'account:root','channel=p2uzhabn54oefxa5');
INSERT INTO "events" VALUES(14,1795633147476,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795633147476,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795633147477,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795633147478,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795633147481,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795633147482,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795633147484,'pingSent',1,'account:root','ping=jyc5gzaoznclajkv&sender=ben');
INSERT INTO "events" VALUES(21,1795633147486,'pingSent',1,'account:root','ping=pshu2wi4xvojdy2v&sender=carla');
INSERT INTO "events" VALUES(22,1795633147488,'pingResponded',1,'account:root','ping=pshu2wi4xvojdy2v');
INSERT INTO "events" VALUES(23,1795633147490,'alertRaised',2,'account:root','alert=odknwj5fygwlfq4y&telling=');
INSERT INTO "events" VALUES(24,1795633147492,'alertCleared',2,'account:root','alert=odknwj5fygwlfq4y');
INSERT INTO "events" VALUES(25,1795633147494,'alertRaised',1,'account:root','alert=6rwnni4rxxt2bmht&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795633147496,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795633148476,'becameNonResponsive',5,'daemon','due=2026-11-25T18:59:08.476Z&incident=q4xg2yzizj5hpo5j&lastCheckIn=2026-11-25T18:59:07.476Z&telling=ana');
INSERT INTO "events" VALUES(28,1795633150015,'deliveryFailed',1,'daemon','channel=o636zho27qk3hquh&kind=nonResponsive&notification=q4xg2lnfvmylnjcd');
INSERT INTO "events" VALUES(29,1795633150023,'deliveryFailed',1,'daemon','channel=o636zho27qk3hquh&kind=contactAdded&notification=srrfls4d24aylpd4');
INSERT INTO "events" VALUES(30,1795633150027,'stopped',NULL,'daemon','');
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
INSERT INTO "heartbeats" VALUES('3vfcxs7vokff5jas',1795633147444);
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
INSERT INTO "notifications" VALUES(1,'4knkqnfqrtmhzmsb','contactAdded',NULL,1,2,1795633147478,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'4knkqadmpgxdrd3f','contactAdded',NULL,2,1,1795633147478,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'srrfls4d24aylpd4','contactAdded',NULL,1,3,1795633147481,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'srrflsejf6ijqbfd','contactAdded',NULL,3,1,1795633147481,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'32n2f5cq73nrltdx','contactAdded',NULL,5,1,1795633147482,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'32n2fvlen6mbks42','contactAdded',NULL,1,5,1795633147482,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'jyc5g5gcrpj77aqr','ping','jyc5gzaoznclajkv',1,2,1795633147484,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Wed 2026-11-25 19:59 UTC.');
INSERT INTO "notifications" VALUES(8,'pshu23fakjegtvi7','ping','pshu2wi4xvojdy2v',1,3,1795633147486,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Wed 2026-11-25 19:59 UTC.');
INSERT INTO "notifications" VALUES(9,'mpj4btnkrurrqwsn','pingResponded','pshu2wi4xvojdy2v',3,1,1795633147488,'Ana has answered you',NULL,NULL,0,'Ana answered at Wed 2026-11-25 18:59 UTC.');
INSERT INTO "notifications" VALUES(10,'odknwxuxag7qglnb','system','nobodyToTell:2:',4,2,1795633147490,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Wed 2026-11-25 18:59 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'6rwnnokyaqeavnpp','alertRaised','6rwnni4rxxt2bmht',2,1,1795633147494,'Ana is calling for help',309,332,0,'Ana called for help at Wed 2026-11-25 18:59 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'6rwnniq7736pb732','alertRaised','6rwnni4rxxt2bmht',3,1,1795633147494,'Ana is calling for help',307,330,0,'Ana called for help at Wed 2026-11-25 18:59 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'q4xg2lnfvmylnjcd','nonResponsive','q4xg2yzizj5hpo5j',1,5,1795633148476,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Wed 2026-11-25 18:59 UTC. Last check-in: Wed 2026-11-25 18:59 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'q4xg2kycyszytoct','nonResponsive','q4xg2yzizj5hpo5j',5,5,1795633148476,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'jyc5gzaoznclajkv',2,1,1795633147484,'pending',NULL);
INSERT INTO "pings" VALUES(2,'pshu2wi4xvojdy2v',3,1,1795633147486,'responded',1795633147488);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'o636zho27qk3hquh',1795633150015,NULL,NULL,1795633450015);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795633147490,1795633147492,1795633147490,1796237947490);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795633147478,NULL,NULL,1795633447490);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795633147444,1795633147490,NULL,1795633447444);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795633147457,1795633147457,'',0,0,0,0,NULL,NULL,0,0,'6rwnni4rxxt2bmht',1795633147494,'Please come.',0,0,'active',1795636147457,0,'Key at the neighbour''s.',1795633447494);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795633147465,1795633147465,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718947465,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795633147469,1795633147469,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718947469,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795633147472,1795633147472,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795718947472,0,'Key at the neighbour''s.',NULL);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795633147476,1795633147476,'',1,0,0,0,'q4xg2yzizj5hpo5j',1795633148476,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795636748476,0,'',1795633448476);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795633147477,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL);
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
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
