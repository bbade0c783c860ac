public import GRDB
public import LifeSignal

extension Instant: DatabaseValueConvertible, StatementColumnConvertible {
    public var databaseValue: DatabaseValue { milliseconds.databaseValue }
    public static func fromDatabaseValue(_ value: DatabaseValue) -> Instant? {
        Int64.fromDatabaseValue(value).map { Instant(milliseconds: $0) }
    }
    public init?(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(milliseconds: Int64(sqliteStatement: sqliteStatement, index: index))
    }
}

extension UserID: DatabaseValueConvertible, StatementColumnConvertible {
    public var databaseValue: DatabaseValue { number.databaseValue }
    public static func fromDatabaseValue(_ value: DatabaseValue) -> UserID? {
        Int64.fromDatabaseValue(value).map { UserID($0) }
    }
    public init?(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(Int64(sqliteStatement: sqliteStatement, index: index))
    }
}
