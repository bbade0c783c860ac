import GRDB

/// The tables, one migration per version that was ever released.
///
/// Instants are milliseconds, spans seconds; both are INTEGER. `status` of a user and the counters
/// are what was true at the last look, so that counting costs nothing at any size.
enum Schema {
    /// "LfSg": what `file` and `sqlite3` show of a database of ours.
    static let applicationID = 0x4C66_5367

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: people + watch + notices + trail + counters)
        }
        // What came of a channel's last attempt, in words; the pause that its other side asked for. And
        // what waits for a channel is found in the order in which it goes.
        migrator.registerMigration("2") { db in
            try db.execute(
                sql: """
                    ALTER TABLE channels ADD COLUMN lastDetail TEXT;
                    ALTER TABLE channels ADD COLUMN pausedUntil INTEGER;
                    CREATE INDEX channelsPaused ON channels (pausedUntil)
                        WHERE pausedUntil IS NOT NULL;
                    DROP INDEX deliveriesOpenByChannel;
                    CREATE INDEX deliveriesOpenByChannel
                        ON deliveries (channel, rank, nextAttempt, sequence)
                        WHERE nextAttempt IS NOT NULL;
                    """)
        }
        // For a list of more than two SQLite makes a table of its own whenever such a column is written: a
        // ninth of what an alarm costs.
        migrator.registerMigration("3", foreignKeyChecks: .immediate) { db in
            try change(
                db,
                [
                    (
                        "users", "status",
                        ["waiting", "active", "overdue", "nonResponsive", "removed"]
                    ),
                    ("pings", "status", ["pending", "responded", "cleared", "expired"]),
                    ("deliveries", "state", ["pending", "delivered", "withdrawn", "failed"]),
                ].map { table, column, values in
                    let list = values.map { "'\($0)'" }.joined(separator: ", ")
                    let each = values.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
                    return (table, "\(column) IN (\(list))", each)
                })
        }
        // Who is to be looked at for what is not listed is not gone through for a list: earliestDeadline is
        // the earliest that is listed now, and unlistedDeadline an earlier one that isn't. A row as an older
        // version left it, with the earliest of all in the first, is still found in time by both; only who
        // has never checked in could be in the way for long.
        migrator.registerMigration("4", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE users ADD COLUMN unlistedDeadline INTEGER;
                    UPDATE users SET unlistedDeadline = earliestDeadline, earliestDeadline = NULL
                        WHERE lastCheckIn IS NULL AND incident IS NULL AND alert IS NULL
                            AND earliestDeadline IS NOT NULL;
                    CREATE INDEX usersByUnlistedDeadline ON users (unlistedDeadline, handle)
                        WHERE unlistedDeadline IS NOT NULL;
                    -- So that what has ended is not gone through for what has not, nor what others were
                    -- asked for what one was.
                    CREATE INDEX pingsPendingBySender ON pings (sender, sequence)
                        WHERE status = 'pending';
                    CREATE INDEX pingsPendingByRecipient ON pings (recipient, sequence)
                        WHERE status = 'pending';
                    CREATE INDEX pingsBetween ON pings (sender, recipient, sequence);
                    CREATE INDEX problemsOpenByCode ON problems (code, since)
                        WHERE solvedAt IS NULL;
                    """)
            // Looked at with the commit, or a delivery that is written could have to be undone by itself,
            // for which SQLite copies every page that it changes.
            let reference = "REFERENCES notifications (sequence) ON DELETE CASCADE"
            try change(
                db, [("deliveries", reference, "\(reference) DEFERRABLE INITIALLY DEFERRED")])
        }
        // A check-in was always written twice, once here and once as an event. And the newest event stays, so that
        // its number need not be kept once more; where it was forgotten already, as after a long silence, an end
        // that nobody could write down has its number.
        migrator.registerMigration("5", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    DROP TABLE checkIns;
                    DROP INDEX eventsByUser;
                    CREATE INDEX eventsByUser ON events (user, kind = 'checkedIn', sequence);
                    INSERT INTO events (sequence, at, kind, by, detail)
                        SELECT seq, coalesce(markWall, 0), 'stopped', 'daemon', ''
                        FROM sqlite_sequence, daemon
                        WHERE name = 'events'
                            AND seq > coalesce((SELECT max(sequence) FROM events), 0);
                    DELETE FROM sqlite_sequence WHERE name = 'events';
                    """)
            try change(db, [("events", " AUTOINCREMENT", "")])
        }
        // An index over all events by their user takes a page of its own for each event that is written, since
        // everybody has a place of their own in it. So a user's row, which is written anyway, takes the numbers
        // of their last events, and only a dozen together become a row of their own, in order.
        migrator.registerMigration("6", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: runs + runsOfEvents)
            // An event is written before the user whom it says was added; to refer to them with the commit, SQLite would
            // look through all events for each.
            try change(db, [("events", "user INTEGER REFERENCES users (id)", "user INTEGER")])
        }
        // That nobody can be told is a problem of each incident and alert, and no longer of its user. And a failed
        // delivery is one for a week after the last, whenever the first was.
        migrator.registerMigration("7", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    UPDATE problems SET subject = (
                            SELECT coalesce(incident, alert) FROM users WHERE id = problems.user)
                        WHERE code = 'nobodyToTell' AND user IN (
                            SELECT id FROM users WHERE incident IS NOT NULL OR alert IS NOT NULL);
                    DELETE FROM problems WHERE code = 'nobodyToTell' AND subject = '';
                    ALTER TABLE problems ADD COLUMN seenAt INTEGER NOT NULL DEFAULT 0;
                    UPDATE problems SET seenAt = since;
                    CREATE INDEX problemsExpiring ON problems (seenAt)
                        WHERE code = 'deliveryFailed' AND solvedAt IS NULL;
                    """)
            // Whoever is shown is shown with what they lack, which was looked up in three tables for each.
            try db.execute(sql: standing + standingOfAll)
        }
        return migrator
    }

    /// Changes the texts of tables of which everything on the disk stays as it is, as
    /// https://sqlite.org/lang_altertable.html#otheralter has it.
    private static func change(
        _ db: Database, _ changes: [(table: String, from: String, to: String)]
    ) throws {
        try db.execute(sql: "PRAGMA writable_schema = ON")
        for (table, from, to) in changes {
            try db.execute(
                sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?",
                arguments: [from, to, table])
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
        try db.execute(sql: "PRAGMA writable_schema = RESET")
    }

    /// What SQLite says of a schema: its statements by the name of what they make.
    static func statements(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name, sql FROM sqlite_schema
                WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// The last version that a database was brought to; nil for one that is empty.
    static func version(_ db: Database) throws -> String? {
        try migrator.completedMigrations(db).last
    }

    /// As a new database of a version has them, or one of this version.
    static func fresh(version: String? = nil) throws -> [String: String] {
        let queue = try DatabaseQueue()
        if let version {
            try migrator.migrate(queue, upTo: version)
        } else {
            try migrator.migrate(queue)
        }
        return try queue.read { try statements($0) }
    }

    private static let people = """
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
        -- A removed user's row stays, emptied, while the audit trail names it.
        CREATE UNIQUE INDEX usersByHandle ON users (handle) WHERE status <> 'removed';
        CREATE UNIQUE INDEX usersByAccount ON users (account) WHERE account IS NOT NULL;
        CREATE INDEX usersToForget ON users (id) WHERE forgets = 1;
        -- With the handle, since deadlines at one instant are listed by it.
        CREATE INDEX usersByDeadline ON users (earliestDeadline, handle)
            WHERE earliestDeadline IS NOT NULL;

        CREATE TABLE edges (
            dependent INTEGER NOT NULL REFERENCES users (id),
            responder INTEGER NOT NULL REFERENCES users (id),
            dateAdded INTEGER NOT NULL,
            -- The dependent is non-responsive or has an active alert.
            needsHelp INTEGER NOT NULL,
            PRIMARY KEY (dependent, responder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edgesByResponder ON edges (responder, dependent);
        CREATE INDEX edgesNeedingHelp ON edges (responder) WHERE needsHelp = 1;
        CREATE TRIGGER edgesFollowUsers AFTER UPDATE OF incident, alert ON users
            WHEN (OLD.incident IS NULL AND OLD.alert IS NULL)
                <> (NEW.incident IS NULL AND NEW.alert IS NULL)
        BEGIN
            UPDATE edges SET needsHelp = NEW.incident IS NOT NULL OR NEW.alert IS NOT NULL
                WHERE dependent = NEW.id;
        END;

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

        """

    private static let watch = """
        CREATE TABLE checkIns (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user INTEGER NOT NULL REFERENCES users (id),
            at INTEGER NOT NULL,
            source TEXT NOT NULL,
            by TEXT NOT NULL
        ) STRICT;
        CREATE INDEX checkInsByUser ON checkIns (user, id);

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
        CREATE INDEX pingsBySender ON pings (sender, sequence);
        CREATE INDEX pingsByRecipient ON pings (recipient, sequence);
        CREATE INDEX pingsPending ON pings (sentAt) WHERE status = 'pending';
        CREATE UNIQUE INDEX pingsPendingBetween ON pings (recipient, sender)
            WHERE status = 'pending';

        CREATE TABLE alerts (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES users (id),
            startedAt INTEGER NOT NULL,
            endedAt INTEGER,
            message TEXT
        ) STRICT;
        CREATE INDEX alertsByUser ON alerts (user, sequence);

        """

    private static let notices = """
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
        CREATE INDEX notificationsByRecipient ON notifications (recipient, sequence);
        CREATE INDEX notificationsByAbout ON notifications (about) WHERE about IS NOT NULL;
        CREATE INDEX notificationsByCause ON notifications (cause) WHERE cause IS NOT NULL;

        -- Open is what still has an attempt ahead: nextAttempt is set.
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
        CREATE INDEX deliveriesByNotification ON deliveries (notification);
        CREATE INDEX deliveriesOpen ON deliveries (rank, nextAttempt, sequence)
            WHERE nextAttempt IS NOT NULL;
        CREATE INDEX deliveriesOpenByChannel ON deliveries (channel)
            WHERE nextAttempt IS NOT NULL;
        CREATE INDEX deliveriesUnresolved ON deliveries (channel) WHERE isUnresolved = 1;

        CREATE TABLE attempts (
            delivery INTEGER NOT NULL REFERENCES deliveries (sequence) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            -- NULL while it is under way, or when it was cut off.
            delivered INTEGER,
            detail TEXT NOT NULL,
            PRIMARY KEY (delivery, number)
        ) STRICT, WITHOUT ROWID;

        -- The heartbeat that waits for a sender, one at the most.
        CREATE TABLE heartbeats (
            id TEXT PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    private static let trail = """
        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            user INTEGER REFERENCES users (id),
            by TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX eventsByUser ON events (user, sequence);

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
        CREATE INDEX problemsByUser ON problems (user);
        CREATE INDEX problemsOpen ON problems (since) WHERE solvedAt IS NULL;
        CREATE INDEX problemsToTell ON problems (nextTelling)
            WHERE solvedAt IS NULL AND nextTelling IS NOT NULL;

        -- One row: the mark, the gap, and what must survive a restart.
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
        INSERT INTO daemon (id) VALUES (1);

        """

    private static let counters = """
        CREATE TABLE counters (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO counters VALUES
            ('user:waiting', 0), ('user:active', 0), ('user:overdue', 0),
            ('user:nonResponsive', 0), ('user:removed', 0), ('alerts', 0), ('pings', 0),
            ('delivery:pending', 0), ('delivery:unresolved', 0);
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

        """

    private static let runs = """
        DROP INDEX eventsByUser;
        -- Numbers of a user's check-ins, and of their other events, that are in no run yet: ",12,15,31".
        ALTER TABLE users ADD COLUMN checkInRun TEXT NOT NULL DEFAULT '';
        ALTER TABLE users ADD COLUMN eventRun TEXT NOT NULL DEFAULT '';
        -- Check-ins that followed one another, or other events about one user.
        CREATE TABLE eventRuns (
            -- The number of the last of them.
            sequence INTEGER PRIMARY KEY,
            user INTEGER NOT NULL REFERENCES users (id),
            isCheckIns INTEGER NOT NULL,
            -- The numbers of all, as in the user's row.
            events TEXT NOT NULL
        ) STRICT;
        CREATE INDEX eventRunsByUser ON eventRuns (user, isCheckIns, sequence);

        """

    /// The best that a user has for a responder: `BestResponder`.
    private static let bestResponder = """
        (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
                ELSE count(*) > 0 END
            FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id)
        """
    private static let isReachable = "EXISTS (SELECT 1 FROM channels WHERE user = users.id)"

    /// Made anew for everybody.
    static let standingOfAll = """
        UPDATE users SET isReachable = \(isReachable), bestResponder = \(bestResponder);

        """

    /// Users who are otherwise shown than they stand.
    static let wrongStandings = """
        users WHERE isReachable <> \(isReachable) OR bestResponder <> \(bestResponder)
        """

    private static let standing = """
        -- They have a channel.
        ALTER TABLE users ADD COLUMN isReachable INTEGER NOT NULL DEFAULT 0;
        -- 0 nobody, 1 without a channel, 2 with one, 3 with one that has worked.
        ALTER TABLE users ADD COLUMN bestResponder INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER standingFollowsNewEdge AFTER INSERT ON edges BEGIN
            UPDATE users SET bestResponder = \(bestResponder) WHERE id = NEW.dependent;
        END;
        CREATE TRIGGER standingFollowsLostEdge AFTER DELETE ON edges BEGIN
            UPDATE users SET bestResponder = \(bestResponder) WHERE id = OLD.dependent;
        END;
        CREATE TRIGGER standingFollowsNewChannel AFTER INSERT ON channels BEGIN
            UPDATE users SET isReachable = 1 WHERE id = NEW.user AND isReachable = 0;
            UPDATE users SET bestResponder = \(bestResponder)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user)
                    AND bestResponder < 2 + (NEW.lastSuccess IS NOT NULL);
        END;
        CREATE TRIGGER standingFollowsLostChannel AFTER DELETE ON channels BEGIN
            UPDATE users SET isReachable = \(isReachable) WHERE id = OLD.user;
            UPDATE users SET bestResponder = \(bestResponder)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = OLD.user);
        END;
        CREATE TRIGGER standingFollowsSuccess AFTER UPDATE OF lastSuccess ON channels
            WHEN (OLD.lastSuccess IS NULL) <> (NEW.lastSuccess IS NULL)
        BEGIN
            UPDATE users SET bestResponder = \(bestResponder)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user);
        END;

        """

    /// Of all events that there are.
    static let runsOfEvents = """
        INSERT INTO eventRuns (sequence, user, isCheckIns, events)
            SELECT max(sequence), user, isCheckIns, ',' || group_concat(sequence) FROM (
                SELECT sequence, user, kind = 'checkedIn' AS isCheckIns, (row_number() OVER (
                    PARTITION BY user, kind = 'checkedIn' ORDER BY sequence) - 1) / 16 AS run
                FROM events WHERE user IS NOT NULL)
            GROUP BY user, isCheckIns, run;

        """
}
