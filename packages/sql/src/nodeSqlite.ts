/**
 * The SQLite of Node. It is asked for and not imported: an import of a module that an old Node lacks ends the process
 * before any line runs, also before the one that says which Node is needed (`@garrison/core/requireNode`).
 */
export const { backup, DatabaseSync } = process.getBuiltinModule("node:sqlite")

/** A connection. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>
