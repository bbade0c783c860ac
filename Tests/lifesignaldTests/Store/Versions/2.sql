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
INSERT INTO "alerts" VALUES(1,'me663jbcm27gc7du',2,1795314947063,1795314947068,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'4mktihnttiek2auj',1,1795314947072,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795314949620,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795314949628,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795314949636,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795314949586,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795314949603,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795314949612,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER, lastDetail TEXT,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'havti23k5bfwejrx',1,'mailto:ana@example.org',1,1795314946984,1795314949623,1795314949640,'451 later');
INSERT INTO "channels" VALUES(2,'4eusgbxrj75b6cwe',2,'mailto:ben@example.org',1,1795314946996,1795314949592,1795314949632,'451 later');
INSERT INTO "channels" VALUES(3,'ghihojawa3ak23er',3,'mailto:carla@example.org',1,1795314947004,NULL,1795314949608,'451 later');
INSERT INTO "channels" VALUES(4,'jqjre2j7psyr3scg',4,'mailto:dora@example.org',1,1795314947012,NULL,NULL,NULL);
CREATE TABLE checkIns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    by TEXT NOT NULL
) STRICT;
INSERT INTO "checkIns" VALUES(1,1,1795314946977,'manual','account:root');
INSERT INTO "checkIns" VALUES(2,2,1795314946992,'manual','account:root');
INSERT INTO "checkIns" VALUES(3,3,1795314947000,'manual','account:root');
INSERT INTO "checkIns" VALUES(4,4,1795314947008,'manual','account:root');
INSERT INTO "checkIns" VALUES(5,5,1795314947016,'manual','account:root');
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
INSERT INTO "daemon" VALUES(1,'9b445a2c-07f6-4c4a-88ee-9886d3929e7f',1795314949650,26624395,NULL,NULL,NULL,NULL,NULL,0,NULL,69);
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
INSERT INTO "deliveries" VALUES(1,'56uppq7fz4wbrun6',1,'havti23k5bfwejrx','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'4pjuscwhrkqvqu2y',2,'4eusgbxrj75b6cwe','pending',1,1,1,0,0,1795314955051,0,0);
INSERT INTO "deliveries" VALUES(3,'immxv4y5ceo6xmxy',3,'havti23k5bfwejrx','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'7wcgq4muov7i4h5y',4,'ghihojawa3ak23er','pending',1,0,0,0,0,1795314947036,0,0);
INSERT INTO "deliveries" VALUES(5,'ftmkttihcd54v4va',6,'havti23k5bfwejrx','pending',1,0,0,0,0,1795314947038,0,0);
INSERT INTO "deliveries" VALUES(6,'xy3dcpj5i3taze5d',7,'havti23k5bfwejrx','pending',1,0,0,0,0,1795314947041,0,0);
INSERT INTO "deliveries" VALUES(7,'phxps5hxnfapvrov',8,'havti23k5bfwejrx','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'spdptccmxkxc4oor',9,'ghihojawa3ak23er','pending',1,0,0,0,0,1795314947057,0,0);
INSERT INTO "deliveries" VALUES(9,'72j25jm4gkzjwq7v',10,'jqjre2j7psyr3scg','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'attqxtqxmn47mno4',11,'4eusgbxrj75b6cwe','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'dspg5cvmo7tdqfoq',12,'ghihojawa3ak23er','pending',0,1,1,0,0,1795314954728,0,0);
INSERT INTO "deliveries" VALUES(12,'mvf63a3cidgdavah',13,'havti23k5bfwejrx','failed',0,1,1,0,0,1795318549616,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795314947025,1);
INSERT INTO "edges" VALUES(1,3,1795314947036,1);
INSERT INTO "edges" VALUES(5,1,1795314947038,1);
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER REFERENCES users (id),
    by TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
INSERT INTO "events" VALUES(1,1795314946958,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795314946977,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795314946977,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795314946984,'channelAdded',1,'account:root','channel=havti23k5bfwejrx');
INSERT INTO "events" VALUES(5,1795314946992,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795314946992,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795314946996,'channelAdded',2,'account:root','channel=4eusgbxrj75b6cwe');
INSERT INTO "events" VALUES(8,1795314947000,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795314947000,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795314947004,'channelAdded',3,'account:root','channel=ghihojawa3ak23er');
INSERT INTO "events" VALUES(11,1795314947008,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795314947008,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795314947012,'channelAdded',4,'account:root','channel=jqjre2j7psyr3scg');
INSERT INTO "events" VALUES(14,1795314947016,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795314947016,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795314947020,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795314947025,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795314947036,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795314947038,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795314947041,'pingSent',1,'account:root','ping=ax4wbwgukt5wbaas&sender=ben');
INSERT INTO "events" VALUES(21,1795314947052,'pingSent',1,'account:root','ping=2tj2a56n3idgnuyr&sender=carla');
INSERT INTO "events" VALUES(22,1795314947057,'pingResponded',1,'account:root','ping=2tj2a56n3idgnuyr');
INSERT INTO "events" VALUES(23,1795314947063,'alertRaised',2,'account:root','alert=me663jbcm27gc7du&telling=');
INSERT INTO "events" VALUES(24,1795314947068,'alertCleared',2,'account:root','alert=me663jbcm27gc7du');
INSERT INTO "events" VALUES(25,1795314947072,'alertRaised',1,'account:root','alert=4mktihnttiek2auj&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795314947076,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795314948016,'becameNonResponsive',5,'daemon','due=2026-11-22T02:35:48.016Z&incident=ajdwqjr7j6ea5dkl&lastCheckIn=2026-11-22T02:35:47.016Z&telling=ana');
INSERT INTO "events" VALUES(28,1795314949616,'deliveryFailed',1,'daemon','channel=havti23k5bfwejrx&kind=nonResponsive&notification=ns7xjtnml2oohpww');
INSERT INTO "events" VALUES(29,1795314949640,'deliveryFailed',1,'daemon','channel=havti23k5bfwejrx&kind=contactAdded&notification=bzemhkv2rg6niyit');
INSERT INTO "events" VALUES(30,1795314949650,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('kmgdeu7lua3fldxd',1795314946958);
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
INSERT INTO "notifications" VALUES(1,'6ugtklrsw6hdqdhi','contactAdded',NULL,1,2,1795314947025,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'tyowztg5e3kjd34i','contactAdded',NULL,2,1,1795314947025,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'bzemhkv2rg6niyit','contactAdded',NULL,1,3,1795314947036,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'7gin7vcvzcooyzgo','contactAdded',NULL,3,1,1795314947036,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'u4ubbphenlpc3dw3','contactAdded',NULL,5,1,1795314947038,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'j7ul3bgipyyjtcax','contactAdded',NULL,1,5,1795314947038,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'zf3wdx2u3etp5r2k','ping','ax4wbwgukt5wbaas',1,2,1795314947041,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 03:35 UTC.');
INSERT INTO "notifications" VALUES(8,'yn2ixcuobufsb4r2','ping','2tj2a56n3idgnuyr',1,3,1795314947052,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-22 03:35 UTC.');
INSERT INTO "notifications" VALUES(9,'g4kpp4kiknjltt2u','pingResponded','2tj2a56n3idgnuyr',3,1,1795314947057,'Ana has answered you',NULL,NULL,0,'Ana answered at Sun 2026-11-22 02:35 UTC.');
INSERT INTO "notifications" VALUES(10,'nrqsevrnscnrrstd','system','nobodyToTell:2:',4,2,1795314947063,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sun 2026-11-22 02:35 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'oulwkzudvvw3qtel','alertRaised','4mktihnttiek2auj',2,1,1795314947072,'Ana is calling for help',309,332,0,'Ana called for help at Sun 2026-11-22 02:35 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'bgpizrbkhrvpziqe','alertRaised','4mktihnttiek2auj',3,1,1795314947072,'Ana is calling for help',307,330,0,'Ana called for help at Sun 2026-11-22 02:35 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'ns7xjtnml2oohpww','nonResponsive','ajdwqjr7j6ea5dkl',1,5,1795314948016,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sun 2026-11-22 02:35 UTC. Last check-in: Sun 2026-11-22 02:35 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'q2dikulzgc272zgd','nonResponsive','ajdwqjr7j6ea5dkl',5,5,1795314948016,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'ax4wbwgukt5wbaas',2,1,1795314947041,'pending',NULL);
INSERT INTO "pings" VALUES(2,'2tj2a56n3idgnuyr',3,1,1795314947052,'responded',1795314947057);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'havti23k5bfwejrx',1795314949616,NULL,NULL,1795315249616);
INSERT INTO "problems" VALUES('nobodyToTell',2,'',1795314947063,1795314947068,1795314947063,1795919747063);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795314947025,NULL,NULL,1795315247063);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795314946958,1795314947063,NULL,1795315246958);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795314946977,1795314946977,'',0,0,0,0,NULL,NULL,0,0,'4mktihnttiek2auj',1795314947072,'Please come.',0,0,'active',1795315247072,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795314946992,1795314946992,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795400746992,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795314947000,1795314947000,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795400747000,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795314947008,1795314947008,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795400747008,0,'Key at the neighbour''s.');
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795314947016,1795314947016,'',1,0,0,0,'ajdwqjr7j6ea5dkl',1795314948016,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795315248016,0,'');
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,86400,'7200',0,'timeLeft',1795314947020,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'');
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
