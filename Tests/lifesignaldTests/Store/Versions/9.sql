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
INSERT INTO "alerts" VALUES(1,'4ragymxq24266bgi',2,1795880682081,1795880682082,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'plis6albqsilt3it',1,1795880682083,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795880684613,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795880684614,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795880684615,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795880684608,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795880684610,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795880684612,0,'451 later');
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
INSERT INTO "channels" VALUES(1,'kdz6cxp7cnwo7z44',1,'mailto:ana@example.org',1,1795880682070,1795880684613,1795880684616,'451 later',NULL);
INSERT INTO "channels" VALUES(2,'d4c3jj6s4z277dja',2,'mailto:ben@example.org',1,1795880682072,1795880684609,1795880684614,'451 later',NULL);
INSERT INTO "channels" VALUES(3,'ruy3boyil73xg3ef',3,'mailto:carla@example.org',1,1795880682073,NULL,1795880684611,'451 later',NULL);
INSERT INTO "channels" VALUES(4,'s264c7sxt6q7ogfu',4,'mailto:dora@example.org',1,1795880682074,NULL,NULL,NULL,NULL);
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
INSERT INTO "daemon" VALUES(1,'a7293192-77e2-4817-831b-3a8b830fbf08',1795880684617,1133078,NULL,NULL,NULL,NULL,NULL,0,NULL,10);
CREATE TABLE deadlines (
    at INTEGER NOT NULL,
    handle TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (at, handle, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1795883682069,'ana',1);
INSERT INTO "deadlines" VALUES(1795884283074,'emil',5);
INSERT INTO "deadlines" VALUES(1795966482071,'ben',2);
INSERT INTO "deadlines" VALUES(1795966482072,'carla',3);
INSERT INTO "deadlines" VALUES(1795966482106,'dora',4);
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
INSERT INTO "deliveries" VALUES(1,'jw365efajhtj4vpw',1,'kdz6cxp7cnwo7z44','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'jw365yfr4scp7rn3',2,'d4c3jj6s4z277dja','pending',1,1,1,0,0,1795880691087,0,0);
INSERT INTO "deliveries" VALUES(3,'liwe7a2uh6jbooxs',3,'kdz6cxp7cnwo7z44','failed',1,1,1,0,0,NULL,0,1);
INSERT INTO "deliveries" VALUES(4,'liwe7k56c6yb4zrh',4,'ruy3boyil73xg3ef','pending',1,0,0,0,0,1795880682077,0,0);
INSERT INTO "deliveries" VALUES(5,'amguxgbn2bk242fm',6,'kdz6cxp7cnwo7z44','pending',1,0,0,0,0,1795880682077,0,0);
INSERT INTO "deliveries" VALUES(6,'cxihtbyaxo2pnifl',7,'kdz6cxp7cnwo7z44','pending',1,0,0,0,0,1795880682078,0,0);
INSERT INTO "deliveries" VALUES(7,'wgocvgazhgiwvujg',8,'kdz6cxp7cnwo7z44','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'tbjunl46mzcsibj2',9,'ruy3boyil73xg3ef','pending',1,0,0,0,0,1795880682080,0,0);
INSERT INTO "deliveries" VALUES(9,'4ragyzviukww5gss',10,'s264c7sxt6q7ogfu','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'plis6akedxczjxio',11,'d4c3jj6s4z277dja','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'plis6zpk7lqpbf5j',12,'ruy3boyil73xg3ef','pending',0,1,1,0,0,1795880690019,0,0);
INSERT INTO "deliveries" VALUES(12,'hj5keydlzezdaz2x',13,'kdz6cxp7cnwo7z44','failed',0,1,1,0,0,1795884284612,0,0);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795880682076,1);
INSERT INTO "edges" VALUES(1,3,1795880682077,1);
INSERT INTO "edges" VALUES(5,1,1795880682077,1);
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
INSERT INTO "events" VALUES(1,1795880682060,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795880682069,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795880682069,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795880682070,'channelAdded',1,'account:root','channel=kdz6cxp7cnwo7z44');
INSERT INTO "events" VALUES(5,1795880682071,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795880682071,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795880682072,'channelAdded',2,'account:root','channel=d4c3jj6s4z277dja');
INSERT INTO "events" VALUES(8,1795880682072,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795880682072,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795880682073,'channelAdded',3,'account:root','channel=ruy3boyil73xg3ef');
INSERT INTO "events" VALUES(11,1795880682073,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795880682073,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795880682074,'channelAdded',4,'account:root','channel=s264c7sxt6q7ogfu');
INSERT INTO "events" VALUES(14,1795880682074,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795880682074,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795880682075,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795880682076,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795880682077,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795880682077,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795880682078,'pingSent',1,'account:root','ping=cxihtavauseis5db&sender=ben');
INSERT INTO "events" VALUES(21,1795880682079,'pingSent',1,'account:root','ping=wgocv24hxqd2eror&sender=carla');
INSERT INTO "events" VALUES(22,1795880682080,'pingResponded',1,'account:root','ping=wgocv24hxqd2eror');
INSERT INTO "events" VALUES(23,1795880682081,'alertRaised',2,'account:root','alert=4ragymxq24266bgi&telling=');
INSERT INTO "events" VALUES(24,1795880682082,'alertCleared',2,'account:root','alert=4ragymxq24266bgi');
INSERT INTO "events" VALUES(25,1795880682083,'alertRaised',1,'account:root','alert=plis6albqsilt3it&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795880682084,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795880682087,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795880682088,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795880682088,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795880682089,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795880682089,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795880682089,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795880682090,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795880682090,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795880682091,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795880682091,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795880682092,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795880682092,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795880682093,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795880682093,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795880682094,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795880682094,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795880682095,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795880682095,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795880682096,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795880682096,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795880682097,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795880682097,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795880682098,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795880682098,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795880682099,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795880682099,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795880682100,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795880682100,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795880682101,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795880682101,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795880682102,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795880682102,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795880682102,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795880682103,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795880682104,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795880682104,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795880682105,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795880682105,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795880682106,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795880682106,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795880683074,'becameNonResponsive',5,'daemon','due=2026-11-28T15:44:43.074Z&incident=hj5keyfrxz7546rd&lastCheckIn=2026-11-28T15:44:42.074Z&telling=ana');
INSERT INTO "events" VALUES(68,1795880684612,'deliveryFailed',1,'daemon','channel=kdz6cxp7cnwo7z44&kind=nonResponsive&notification=hj5ke5aods7har7m');
INSERT INTO "events" VALUES(69,1795880684616,'deliveryFailed',1,'daemon','channel=kdz6cxp7cnwo7z44&kind=contactAdded&notification=liwe7nue55v2ehrr');
INSERT INTO "events" VALUES(70,1795880684617,'stopped',NULL,'daemon','');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
INSERT INTO "grdb_migrations" VALUES('2');
INSERT INTO "grdb_migrations" VALUES('3');
INSERT INTO "grdb_migrations" VALUES('4');
INSERT INTO "grdb_migrations" VALUES('5');
INSERT INTO "grdb_migrations" VALUES('6');
INSERT INTO "grdb_migrations" VALUES('7');
INSERT INTO "grdb_migrations" VALUES('8');
INSERT INTO "grdb_migrations" VALUES('9');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('zn7lghaelb5nuxzh',1795880682063);
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
INSERT INTO "notifications" VALUES(1,'jw365qgqy32j42l4','contactAdded','edge:1:2',1,2,1795880682076,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'jw365ifcu6oa3mw2','contactAdded','edge:1:2',2,1,1795880682076,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'liwe7nue55v2ehrr','contactAdded','edge:1:3',1,3,1795880682077,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'liwe7sg6aqj3ojvz','contactAdded','edge:1:3',3,1,1795880682077,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'amgux4t5ib42qo7a','contactAdded','edge:5:1',5,1,1795880682077,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'amguxew3nfiplwct','contactAdded','edge:5:1',1,5,1795880682077,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'cxihtbhkuenz7nst','ping','cxihtavauseis5db',1,2,1795880682078,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sat 2026-11-28 16:44 UTC.');
INSERT INTO "notifications" VALUES(8,'wgocvnmgi7ulswob','ping','wgocv24hxqd2eror',1,3,1795880682079,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sat 2026-11-28 16:44 UTC.');
INSERT INTO "notifications" VALUES(9,'tbjunuvtdiokryjd','pingResponded','wgocv24hxqd2eror',3,1,1795880682080,'Ana has answered you',NULL,NULL,0,'Ana answered at Sat 2026-11-28 15:44 UTC.');
INSERT INTO "notifications" VALUES(10,'4ragy3lzqs5m7y6v','system','nobodyToTell:2:4ragymxq24266bgi',4,2,1795880682081,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sat 2026-11-28 15:44 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then, as an administrator: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'plis6shlm6sys6bo','alertRaised','plis6albqsilt3it',2,1,1795880682083,'Ana is calling for help',309,332,0,'Ana called for help at Sat 2026-11-28 15:44 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'plis6looswulsxmi','alertRaised','plis6albqsilt3it',3,1,1795880682083,'Ana is calling for help',307,330,0,'Ana called for help at Sat 2026-11-28 15:44 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'hj5ke5aods7har7m','nonResponsive','hj5keyfrxz7546rd',1,5,1795880683074,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sat 2026-11-28 15:44 UTC. Last check-in: Sat 2026-11-28 15:44 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'hj5ke66vd6wgeek6','nonResponsive','hj5keyfrxz7546rd',5,5,1795880683074,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'cxihtavauseis5db',2,1,1795880682078,'pending',NULL);
INSERT INTO "pings" VALUES(2,'wgocv24hxqd2eror',3,1,1795880682079,'responded',1795880682080);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'kdz6cxp7cnwo7z44',1795880684612,NULL,NULL,1795880984612,1795880684616);
INSERT INTO "problems" VALUES('nobodyToTell',2,'4ragymxq24266bgi',1795880682081,1795880682082,1795880682081,1796485482081,1795880682081);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795880682063,1795880682081,NULL,NULL,1795880682063);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795880682076,NULL,NULL,1795880982081,1795880682081);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795880682063,1795880682081,NULL,1795880982063,1795880682063);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795880682069,1795880682069,'',0,0,0,0,NULL,NULL,0,0,'plis6albqsilt3it',1795880682083,'Please come.',0,0,'active',1795883682069,0,'Key at the neighbour''s.',1795880982083,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795880682071,1795880682071,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795966482071,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795880682072,1795880682072,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795966482072,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795880682073,1795880682106,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1795966482106,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795880682074,1795880682074,'',1,0,0,0,'hj5keyfrxz7546rd',1795880683074,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795884283074,0,'',1795880983074,',15',',14,19,67',0,3);
INSERT INTO "users" VALUES(6,'fritz','','',NULL,NULL,NULL,0,'',0,'',0,NULL,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'removed',NULL,0,'',NULL,'',',16,26',0,0);
CREATE UNIQUE INDEX usersByHandle ON users (handle) WHERE status <> 'removed';
CREATE UNIQUE INDEX usersByAccount ON users (account) WHERE account IS NOT NULL;
CREATE INDEX usersToForget ON users (id) WHERE forgets = 1;
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
