import GRDB

/// The tables, one migration per version that was ever released.
///
/// Instants are milliseconds; spans of a schedule seconds, and others milliseconds. All are INTEGER. `status` of a user
/// and the counters are what was true at the last look, so that counting costs nothing at any size.
enum Schema {
    /// "LfSg": what `file` and `sqlite3` show of a database of ours.
    static let applicationID = 0x4C66_5367

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: FirstSchema.all)
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
            try db.execute(sql: runs + EventRuns.ofAllEvents)
            // An event is written before the user whom it says was added; to refer to them with the commit, SQLite
            // would look through all events for each.
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
            try db.execute(sql: standing + Standing.writeAll)
        }
        // Somebody with thousands of dependents had each of these looked at with all who look after them, whenever a
        // channel went or worked for the first time, and written although nothing changed.
        migrator.registerMigration("8") { db in
            try db.execute(sql: standingThatChanges)
        }
        // A check-in changed a page of the index that no other of its round did, for a deadline that was over.
        migrator.registerMigration("9") { db in
            try db.execute(sql: deadlines + DeadlineTable.rewriting)
        }
        // All that waits for somebody was gone through: by their check-in for the reminders among it, by a responder
        // who leaves for what they were told of one person, and by a start for what was under way. A pause that a
        // channel's other side asks for was written to each delivery.
        migrator.registerMigration("10") { db in
            try db.execute(
                sql: """
                    UPDATE notifications SET cause = 'reminding:' || recipient || ':1'
                        WHERE kind IN ('reminder', 'overdue') AND sequence IN (
                            SELECT notification FROM deliveries WHERE nextAttempt IS NOT NULL);
                    DROP INDEX notificationsByAbout;
                    CREATE INDEX notificationsByAbout ON notifications (about, recipient)
                        WHERE about IS NOT NULL;
                    CREATE INDEX deliveriesBegun ON deliveries (sequence) WHERE isBegun = 1;
                    UPDATE deliveries SET nextAttempt = min(nextAttempt, (
                            SELECT at FROM notifications WHERE sequence = notification))
                        WHERE rank = 1 AND nextAttempt IS NOT NULL AND nextAttempt = (
                            SELECT pausedUntil FROM channels WHERE id = channel);
                    """)
        }
        // The first success on a channel was written to all that had failed there before. Now it begins another epoch,
        // and of which one a delivery is that was given up says whether it is history.
        migrator.registerMigration("11", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    DROP TRIGGER countUnresolved;
                    DROP TRIGGER countForgottenDelivery;
                    DROP INDEX deliveriesUnresolved;
                    """)
            try change(
                db,
                [
                    ("deliveries", "isUnresolved", "failureEpoch"),
                    (
                        "deliveries", "Given up, and its channel has not worked since.",
                        "That of its channel when it was given up; 0 as long as it isn't."
                    ),
                ])
            try db.execute(sql: failures + oldFailures)
            try db.execute(sql: ChannelTable.countAllUnresolved + countingFailures)
        }
        // Since when a channel takes nothing.
        migrator.registerMigration("12") { db in
            try db.execute(
                sql: """
                    ALTER TABLE channels ADD COLUMN failingSince INTEGER;
                    UPDATE channels SET failingSince = lastFailure
                        WHERE lastSuccess IS NULL OR lastSuccess < lastFailure;
                    """)
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
            let found = try Bool.fetchOne(
                db, sql: "SELECT instr(sql, ?) > 0 FROM sqlite_schema WHERE name = ?",
                arguments: [from, table])
            guard found == true else {
                throw DatabaseError(message: "no \(from) in the schema's \(table)")
            }
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

    private static let deadlines = """
        DROP INDEX usersByDeadline;
        CREATE TABLE deadlines (
            at INTEGER NOT NULL,
            handle TEXT NOT NULL,
            user INTEGER NOT NULL,
            PRIMARY KEY (at, handle, user)
        ) STRICT, WITHOUT ROWID;

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

    private static let standing = """
        -- They have a channel.
        ALTER TABLE users ADD COLUMN isReachable INTEGER NOT NULL DEFAULT 0;
        -- 0 nobody, 1 without a channel, 2 with one, 3 with one that has worked.
        ALTER TABLE users ADD COLUMN bestResponder INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER standingFollowsNewEdge AFTER INSERT ON edges BEGIN
            UPDATE users SET bestResponder = \(Standing.bestResponderBySQL) WHERE id = NEW.dependent;
        END;
        CREATE TRIGGER standingFollowsLostEdge AFTER DELETE ON edges BEGIN
            UPDATE users SET bestResponder = \(Standing.bestResponderBySQL) WHERE id = OLD.dependent;
        END;
        CREATE TRIGGER standingFollowsNewChannel AFTER INSERT ON channels BEGIN
            UPDATE users SET isReachable = 1 WHERE id = NEW.user AND isReachable = 0;
            UPDATE users SET bestResponder = \(Standing.bestResponderBySQL)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user)
                    AND bestResponder < 2 + (NEW.lastSuccess IS NOT NULL);
        END;
        CREATE TRIGGER standingFollowsLostChannel AFTER DELETE ON channels BEGIN
            UPDATE users SET isReachable = \(Standing.isReachableBySQL) WHERE id = OLD.user;
            UPDATE users SET bestResponder = \(Standing.bestResponderBySQL)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = OLD.user);
        END;
        CREATE TRIGGER standingFollowsSuccess AFTER UPDATE OF lastSuccess ON channels
            WHEN (OLD.lastSuccess IS NULL) <> (NEW.lastSuccess IS NULL)
        BEGIN
            UPDATE users SET bestResponder = \(Standing.bestResponderBySQL)
                WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user);
        END;

        """

    private static let failures = """
        -- Goes up when it works, and when its failures are a week old: what was given up there in an earlier one is
        -- history.
        ALTER TABLE channels ADD COLUMN failureEpoch INTEGER NOT NULL DEFAULT 1;
        -- How many were given up there in this one.
        ALTER TABLE channels ADD COLUMN unresolved INTEGER NOT NULL DEFAULT 0;

        """

    /// What failed is of the first epoch: where it is no problem any more it is history.
    private static let oldFailures = """
        UPDATE channels SET failureEpoch = 2 WHERE id NOT IN (
            SELECT subject FROM problems WHERE code = 'deliveryFailed' AND solvedAt IS NULL);
        """

    private static let countingFailures = """
        UPDATE counters SET value = (SELECT coalesce(sum(unresolved), 0) FROM channels)
            WHERE name = 'delivery:unresolved';
        CREATE TRIGGER channelsFollowFailures AFTER UPDATE OF failureEpoch ON deliveries
            WHEN OLD.failureEpoch <> NEW.failureEpoch
        BEGIN
            UPDATE channels SET unresolved =
                    unresolved + (NEW.failureEpoch = failureEpoch) - (OLD.failureEpoch = failureEpoch)
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
            WHEN OLD.state = 'pending' OR OLD.failureEpoch > 0
        BEGIN
            UPDATE counters SET value = value - (OLD.state = 'pending')
                WHERE name = 'delivery:pending';
            UPDATE channels SET unresolved = unresolved - 1
                WHERE id = OLD.channel AND failureEpoch = OLD.failureEpoch;
        END;

        """

    private static let standingThatChanges = """
        -- Who had none better than a lost one that had not worked has none that has.
        DROP TRIGGER standingFollowsLostChannel;
        CREATE TRIGGER standingFollowsLostChannel AFTER DELETE ON channels BEGIN
            UPDATE users SET isReachable = \(Standing.isReachableBySQL) WHERE id = OLD.user;
            UPDATE users SET bestResponder = CASE WHEN OLD.lastSuccess IS NULL
                    THEN 1 + \(Standing.hasReachableResponderBySQL)
                    ELSE \(Standing.bestResponderBySQL) END
                WHERE id IN (SELECT dependent FROM edges WHERE responder = OLD.user)
                    AND bestResponder = 2 + (OLD.lastSuccess IS NOT NULL);
        END;
        -- Nothing takes a success back.
        DROP TRIGGER standingFollowsSuccess;
        CREATE TRIGGER standingFollowsSuccess AFTER UPDATE OF lastSuccess ON channels
            WHEN OLD.lastSuccess IS NULL AND NEW.lastSuccess IS NOT NULL
        BEGIN
            UPDATE users SET bestResponder = 3
                WHERE id IN (SELECT dependent FROM edges WHERE responder = NEW.user)
                    AND bestResponder < 3;
        END;

        """
}
