/// The tables of version 1, as ``Schema/migrator`` goes on from them.
enum FirstSchema {
    static let all = people + watch + notices + trail + counters

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
}
