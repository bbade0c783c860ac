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
INSERT INTO "alerts" VALUES(1,'czwxujmp72ptwvhy',2,1795968079577,1795968079579,'Fell on the stairs.');
INSERT INTO "alerts" VALUES(3,'j5x5rs6di6pxbf6u',1,1795968079581,NULL,'Please come.');
CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- NULL while it is under way, or when it was cut off.
    delivered INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(1,1,1795968082134,1,'250 OK');
INSERT INTO "attempts" VALUES(2,1,1795968082137,0,'451 later');
INSERT INTO "attempts" VALUES(3,1,1795968082139,0,'451 later');
INSERT INTO "attempts" VALUES(10,1,1795968082127,1,'250 OK');
INSERT INTO "attempts" VALUES(11,1,1795968082130,0,'451 later');
INSERT INTO "attempts" VALUES(12,1,1795968082132,0,'451 later');
CREATE TABLE channels (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    isPrivate INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    lastSuccess INTEGER,
    lastFailure INTEGER, lastDetail TEXT, pausedUntil INTEGER, successes INTEGER NOT NULL DEFAULT 1, unresolved INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user, address)
) STRICT;
INSERT INTO "channels" VALUES(1,'scmjug2yjnbdazps',1,'mailto:ana@example.org',1,1795968079559,1795968082135,1795968082140,'451 later',NULL,2,1);
INSERT INTO "channels" VALUES(2,'b34oal3he7cuybns',2,'mailto:ben@example.org',1,1795968079561,1795968082128,1795968082138,'451 later',NULL,2,0);
INSERT INTO "channels" VALUES(3,'mjmb7eq2pux3qoam',3,'mailto:carla@example.org',1,1795968079563,NULL,1795968082131,'451 later',NULL,1,0);
INSERT INTO "channels" VALUES(4,'7ms7np4s2rtkmbml',4,'mailto:dora@example.org',1,1795968079566,NULL,NULL,NULL,NULL,1,0);
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
INSERT INTO "daemon" VALUES(1,'61dc1f2d-ac51-4fbf-abdc-62f2b37de6b3',1795968082142,1385318,NULL,NULL,NULL,NULL,NULL,0,NULL,19);
CREATE TABLE deadlines (
    at INTEGER NOT NULL,
    handle TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (at, handle, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES(1795971079556,'ana',1);
INSERT INTO "deadlines" VALUES(1795971680567,'emil',5);
INSERT INTO "deadlines" VALUES(1796053879560,'ben',2);
INSERT INTO "deadlines" VALUES(1796053879562,'carla',3);
INSERT INTO "deadlines" VALUES(1796053879622,'dora',4);
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
    -- How often its channel had worked when it was given up; 0 as long as it isn't.
    failedAfter INTEGER NOT NULL
) STRICT;
INSERT INTO "deliveries" VALUES(1,'7duai4gzaxbi2swx',1,'scmjug2yjnbdazps','delivered',1,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(2,'7duaiqvpgpwl6xtk',2,'b34oal3he7cuybns','pending',1,1,1,0,0,1795968088095,0,0);
INSERT INTO "deliveries" VALUES(3,'qur4zn26rozq6zkp',3,'scmjug2yjnbdazps','failed',1,1,1,0,0,NULL,0,2);
INSERT INTO "deliveries" VALUES(4,'qur4z6jbvdu7gcwp',4,'mjmb7eq2pux3qoam','pending',1,0,0,0,0,1795968079571,0,0);
INSERT INTO "deliveries" VALUES(5,'23pwksjdj5ixagjr',6,'scmjug2yjnbdazps','pending',1,0,0,0,0,1795968079572,0,0);
INSERT INTO "deliveries" VALUES(6,'6qfodim37z2mji4p',7,'scmjug2yjnbdazps','pending',1,0,0,0,0,1795968079573,0,0);
INSERT INTO "deliveries" VALUES(7,'ujajoqhmplltqpof',8,'scmjug2yjnbdazps','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(8,'5uxiagfbbu2j3bgf',9,'mjmb7eq2pux3qoam','pending',1,0,0,0,0,1795968079576,0,0);
INSERT INTO "deliveries" VALUES(9,'czwxu3dxrs3vk3y4',10,'7ms7np4s2rtkmbml','withdrawn',1,0,0,0,1,NULL,0,0);
INSERT INTO "deliveries" VALUES(10,'j5x5rq3ptuw4t66w',11,'b34oal3he7cuybns','delivered',0,1,0,0,0,NULL,0,0);
INSERT INTO "deliveries" VALUES(11,'j5x5rb3whjykvrlj',12,'mjmb7eq2pux3qoam','pending',0,1,1,0,0,1795968087694,0,0);
INSERT INTO "deliveries" VALUES(12,'7urda4dhe3kmfgfq',13,'scmjug2yjnbdazps','failed',0,1,1,0,0,1795971682133,0,1);
CREATE TABLE edges (
    dependent INTEGER NOT NULL REFERENCES users (id),
    responder INTEGER NOT NULL REFERENCES users (id),
    dateAdded INTEGER NOT NULL,
    -- The dependent is non-responsive or has an active alert.
    needsHelp INTEGER NOT NULL,
    PRIMARY KEY (dependent, responder)
) STRICT, WITHOUT ROWID;
INSERT INTO "edges" VALUES(1,2,1795968079569,1);
INSERT INTO "edges" VALUES(1,3,1795968079571,1);
INSERT INTO "edges" VALUES(5,1,1795968079572,1);
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
INSERT INTO "events" VALUES(1,1795968079540,'started',NULL,'daemon','');
INSERT INTO "events" VALUES(2,1795968079556,'userAdded',1,'account:root','');
INSERT INTO "events" VALUES(3,1795968079556,'checkedIn',1,'account:root','source=manual');
INSERT INTO "events" VALUES(4,1795968079559,'channelAdded',1,'account:root','channel=scmjug2yjnbdazps');
INSERT INTO "events" VALUES(5,1795968079560,'userAdded',2,'account:root','');
INSERT INTO "events" VALUES(6,1795968079560,'checkedIn',2,'account:root','source=manual');
INSERT INTO "events" VALUES(7,1795968079561,'channelAdded',2,'account:root','channel=b34oal3he7cuybns');
INSERT INTO "events" VALUES(8,1795968079562,'userAdded',3,'account:root','');
INSERT INTO "events" VALUES(9,1795968079562,'checkedIn',3,'account:root','source=manual');
INSERT INTO "events" VALUES(10,1795968079563,'channelAdded',3,'account:root','channel=mjmb7eq2pux3qoam');
INSERT INTO "events" VALUES(11,1795968079565,'userAdded',4,'account:root','');
INSERT INTO "events" VALUES(12,1795968079565,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(13,1795968079566,'channelAdded',4,'account:root','channel=7ms7np4s2rtkmbml');
INSERT INTO "events" VALUES(14,1795968079567,'userAdded',5,'account:root','');
INSERT INTO "events" VALUES(15,1795968079567,'checkedIn',5,'account:root','source=manual');
INSERT INTO "events" VALUES(16,1795968079568,'userAdded',6,'account:root','');
INSERT INTO "events" VALUES(17,1795968079569,'responderAdded',1,'account:root','responder=ben');
INSERT INTO "events" VALUES(18,1795968079571,'responderAdded',1,'account:root','responder=carla');
INSERT INTO "events" VALUES(19,1795968079572,'responderAdded',5,'account:root','responder=ana');
INSERT INTO "events" VALUES(20,1795968079573,'pingSent',1,'account:root','ping=6qfodcc7hci75hsa&sender=ben');
INSERT INTO "events" VALUES(21,1795968079575,'pingSent',1,'account:root','ping=ujajowe575qnxb77&sender=carla');
INSERT INTO "events" VALUES(22,1795968079576,'pingResponded',1,'account:root','ping=ujajowe575qnxb77');
INSERT INTO "events" VALUES(23,1795968079577,'alertRaised',2,'account:root','alert=czwxujmp72ptwvhy&telling=');
INSERT INTO "events" VALUES(24,1795968079579,'alertCleared',2,'account:root','alert=czwxujmp72ptwvhy');
INSERT INTO "events" VALUES(25,1795968079581,'alertRaised',1,'account:root','alert=j5x5rs6di6pxbf6u&telling=ben, carla');
INSERT INTO "events" VALUES(26,1795968079582,'userRemoved',6,'account:root','');
INSERT INTO "events" VALUES(27,1795968079585,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(28,1795968079587,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(29,1795968079588,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(30,1795968079589,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(31,1795968079590,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(32,1795968079591,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(33,1795968079592,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(34,1795968079593,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(35,1795968079594,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(36,1795968079595,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(37,1795968079596,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(38,1795968079597,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(39,1795968079598,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(40,1795968079598,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(41,1795968079599,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(42,1795968079600,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(43,1795968079601,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(44,1795968079602,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(45,1795968079603,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(46,1795968079604,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(47,1795968079605,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(48,1795968079606,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(49,1795968079606,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(50,1795968079607,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(51,1795968079608,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(52,1795968079609,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(53,1795968079610,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(54,1795968079611,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(55,1795968079612,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(56,1795968079613,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(57,1795968079614,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(58,1795968079615,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(59,1795968079615,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(60,1795968079616,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(61,1795968079617,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(62,1795968079618,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(63,1795968079619,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(64,1795968079620,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(65,1795968079621,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(66,1795968079622,'checkedIn',4,'account:root','source=manual');
INSERT INTO "events" VALUES(67,1795968080567,'becameNonResponsive',5,'daemon','due=2026-11-29T16:01:20.567Z&incident=7urdakenkzrymbjk&lastCheckIn=2026-11-29T16:01:19.567Z&telling=ana');
INSERT INTO "events" VALUES(68,1795968082133,'deliveryFailed',1,'daemon','channel=scmjug2yjnbdazps&kind=nonResponsive&notification=7urdadi6zv7cp7jj');
INSERT INTO "events" VALUES(69,1795968082140,'deliveryFailed',1,'daemon','channel=scmjug2yjnbdazps&kind=contactAdded&notification=qur4zpxsfn5cobda');
INSERT INTO "events" VALUES(70,1795968082142,'stopped',NULL,'daemon','');
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
INSERT INTO "grdb_migrations" VALUES('10');
INSERT INTO "grdb_migrations" VALUES('11');
CREATE TABLE heartbeats (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "heartbeats" VALUES('nbrrlvryf3aag3ib',1795968079546);
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
INSERT INTO "notifications" VALUES(1,'7duaiorvf3fhse3p','contactAdded','edge:1:2',1,2,1795968079569,'Ben now looks out for you',NULL,NULL,0,'Ben will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(2,'7duai76si6n76u6p','contactAdded','edge:1:2',2,1,1795968079569,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(3,'qur4zpxsfn5cobda','contactAdded','edge:1:3',1,3,1795968079571,'Carla now looks out for you',NULL,NULL,0,'Carla will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(4,'qur4zsqsfzvy4d5b','contactAdded','edge:1:3',3,1,1795968079571,'You now look out for Ana',NULL,NULL,0,'You will be told if Ana does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(5,'23pwkvcxu7ybkpg4','contactAdded','edge:5:1',5,1,1795968079572,'Ana now looks out for you',NULL,NULL,0,'Ana will be told if you do not check in, or if you call for help, and may ask whether you are all right.');
INSERT INTO "notifications" VALUES(6,'23pwkqgowhomzghv','contactAdded','edge:5:1',1,5,1795968079572,'You now look out for Emil',NULL,NULL,0,'You will be told if Emil does not check in, or calls for help, and what to do then.');
INSERT INTO "notifications" VALUES(7,'6qfodl5mmpw4xtkv','ping','6qfodcc7hci75hsa',1,2,1795968079573,'Ben asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 17:01 UTC.');
INSERT INTO "notifications" VALUES(8,'ujajoc2mq77okdg4','ping','ujajowe575qnxb77',1,3,1795968079575,'Carla asks whether you are all right',NULL,NULL,0,'Answer, or check in; your next check-in is due by Sun 2026-11-29 17:01 UTC.');
INSERT INTO "notifications" VALUES(9,'5uxiaxilwf2hm2mc','pingResponded','ujajowe575qnxb77',3,1,1795968079576,'Ana has answered you',NULL,NULL,0,'Ana answered at Sun 2026-11-29 16:01 UTC.');
INSERT INTO "notifications" VALUES(10,'czwxuasjms6ot64j','system','nobodyToTell:2:czwxujmp72ptwvhy',4,2,1795968079577,'Nobody can be told about Ben',NULL,NULL,0,'Ben needs help since Sun 2026-11-29 16:01 UTC, and no responder can be told: there is none, or none has a channel. What to do: Call Ben yourself. Then, as an administrator: lifesignalctl responder add ben RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER');
INSERT INTO "notifications" VALUES(11,'j5x5rgfadyk5k3jh','alertRaised','j5x5rs6di6pxbf6u',2,1,1795968079581,'Ana is calling for help',309,332,0,'Ana called for help at Sun 2026-11-29 16:01 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Carla.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(12,'j5x5rfcg4rt2vl2m','alertRaised','j5x5rs6di6pxbf6u',3,1,1795968079581,'Ana is calling for help',307,330,0,'Ana called for help at Sun 2026-11-29 16:01 UTC: "Please come.". Treat it as real until you have spoken to Ana.
What to do now:
1. Call Ana: +49301234567.
2. No answer: go there, or send someone near.
3. If you fear for Ana''s life, call your local emergency number.
Also told: Ben.
Ana wrote for this case: Key at the neighbour''s.');
INSERT INTO "notifications" VALUES(13,'7urdadi6zv7cp7jj','nonResponsive','7urdakenkzrymbjk',1,5,1795968080567,'Emil has not checked in',NULL,NULL,0,'Emil was due to check in by Sun 2026-11-29 16:01 UTC. Last check-in: Sun 2026-11-29 16:01 UTC. Emil has no way to be reminded.
What to do now:
1. Call Emil: no number stored.
2. No answer: go there, or send someone near.
3. If you fear for Emil''s life, call your local emergency number.
Also told: nobody else, it is up to you.
You will be told when Emil checks in.');
INSERT INTO "notifications" VALUES(14,'7urda2z6ufcjjnh2','nonResponsive','7urdakenkzrymbjk',5,5,1795968080567,'Your responders have been told',NULL,NULL,0,'Ana have been told that you did not check in. If you are well, check in now; they hear at once. If you need help, call your local emergency number.');
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
INSERT INTO "pings" VALUES(1,'6qfodcc7hci75hsa',2,1,1795968079573,'pending',NULL);
INSERT INTO "pings" VALUES(2,'ujajowe575qnxb77',3,1,1795968079575,'responded',1795968079576);
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
INSERT INTO "problems" VALUES('deliveryFailed',1,'scmjug2yjnbdazps',1795968082133,NULL,NULL,1795968382133,1795968082140);
INSERT INTO "problems" VALUES('nobodyToTell',2,'czwxujmp72ptwvhy',1795968079577,1795968079579,1795968079577,1796572879577,1795968079577);
INSERT INTO "problems" VALUES('operatorsUnreachable',0,'',1795968079546,1795968079577,NULL,NULL,1795968079546);
INSERT INTO "problems" VALUES('senderMissing',0,'',1795968079569,NULL,NULL,1795968379577,1795968079577);
INSERT INTO "problems" VALUES('unknownOperator',0,'dora',1795968079546,1795968079577,NULL,1795968379546,1795968079546);
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
INSERT INTO "users" VALUES(1,'ana','Ana','ana','+49301234567',NULL,NULL,3600,'600',0,'timeLeft',1795968079556,1795968079556,'',0,0,0,0,NULL,NULL,0,0,'j5x5rs6di6pxbf6u',1795968079581,'Please come.',0,0,'active',1795971079556,0,'Key at the neighbour''s.',1795968379581,',3',',2,4,17,18,20,21,22,25,68,69',1,3);
INSERT INTO "users" VALUES(2,'ben','Ben','ben','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795968079560,1795968079560,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796053879560,0,'Key at the neighbour''s.',NULL,',6',',5,7,23,24',1,0);
INSERT INTO "users" VALUES(3,'carla','Carla','carla','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795968079562,1795968079562,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796053879562,0,'Key at the neighbour''s.',NULL,',9',',8,10',1,0);
INSERT INTO "users" VALUES(4,'dora','Dora','dora','+49301234567',NULL,NULL,86400,'600',0,'timeLeft',1795968079565,1795968079622,'',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,0,0,'active',1796053879622,0,'Key at the neighbour''s.',NULL,',60,61,62,63,64,65,66',',11,13',1,0);
INSERT INTO "users" VALUES(5,'emil','Emil','emil',NULL,NULL,NULL,1,'',0,'timeLeft',1795968079567,1795968079567,'',1,0,0,0,'7urdakenkzrymbjk',1795968080567,0,0,NULL,NULL,NULL,0,0,'nonResponsive',1795971680567,0,'',1795968380567,',15',',14,19,67',0,3);
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
CREATE INDEX notificationsByCause ON notifications (cause) WHERE cause IS NOT NULL;
CREATE INDEX deliveriesByNotification ON deliveries (notification);
CREATE INDEX deliveriesOpen ON deliveries (rank, nextAttempt, sequence)
    WHERE nextAttempt IS NOT NULL;
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
CREATE INDEX notificationsByAbout ON notifications (about, recipient)
    WHERE about IS NOT NULL;
CREATE INDEX deliveriesBegun ON deliveries (sequence) WHERE isBegun = 1;
CREATE TRIGGER channelsFollowFailures AFTER UPDATE OF failedAfter ON deliveries
    WHEN OLD.failedAfter <> NEW.failedAfter
BEGIN
    UPDATE channels SET unresolved =
            unresolved + (NEW.failedAfter = successes) - (OLD.failedAfter = successes)
        WHERE id = NEW.channel;
END;
CREATE TRIGGER countUnresolved AFTER UPDATE OF unresolved ON channels
    WHEN OLD.unresolved <> NEW.unresolved
BEGIN
    UPDATE counters SET value = value + NEW.unresolved - OLD.unresolved
        WHERE name = 'delivery:unresolved';
END;
CREATE TRIGGER countLostUnresolved AFTER DELETE ON channels WHEN OLD.unresolved <> 0 BEGIN
    UPDATE counters SET value = value - OLD.unresolved WHERE name = 'delivery:unresolved';
END;
CREATE TRIGGER countForgottenDelivery AFTER DELETE ON deliveries
    WHEN OLD.state = 'pending' OR OLD.failedAfter > 0
BEGIN
    UPDATE counters SET value = value - (OLD.state = 'pending')
        WHERE name = 'delivery:pending';
    UPDATE channels SET unresolved = unresolved - 1
        WHERE id = OLD.channel AND successes = OLD.failedAfter;
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('users',6);
INSERT INTO "sqlite_sequence" VALUES('channels',4);
INSERT INTO "sqlite_sequence" VALUES('notifications',14);
INSERT INTO "sqlite_sequence" VALUES('deliveries',12);
INSERT INTO "sqlite_sequence" VALUES('pings',3);
INSERT INTO "sqlite_sequence" VALUES('alerts',3);
COMMIT;
