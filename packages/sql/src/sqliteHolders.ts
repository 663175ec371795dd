/**
 * Which processes hold the lock that keeps this one from writing to a SQLite file. Linux lists the locks of all
 * processes in `/proc/locks`, by the number of the file; other systems, and processes of another container, are not
 * seen.
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { basename, resolve } from "node:path"

/** A process that holds the lock. */
export interface LockHolder {
  readonly pid: number
  /** The name of its program; undefined: the system does not tell. */
  readonly program: string | undefined
}

/** Where a log is used, the writer holds this byte of the file beside the database. */
const WAL_WRITE_BYTE = 120

/** Where no log is used, the bytes of the database itself from this one on say who reads and who writes. */
const PENDING_BYTE = 0x40000000

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const inodeOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.ino}`
}

/** Whether the process has the file open. Where that may not be seen, the number of the file has to do. */
const hasOpen = (pid: number, path: string): boolean => {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === path)
  } catch {
    return true
  }
}

/** The program of a process: the name of its file, or of its first thread where other users may not see the file. */
const programOf = (pid: number): string | undefined => {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return textOf(`/proc/${pid}/comm`)?.trim()
  }
}

/** A line of `/proc/locks`: the process, the number of the file, and the first byte that is locked. */
const LOCK = /^\d+: POSIX +ADVISORY +(?:READ|WRITE) +(\d+) +[\da-f]+:[\da-f]+:(\d+) +(\d+) /gm

/** The processes that hold the lock of a SQLite file, as far as the system tells; without this one. */
export const sqliteHolders = (file: string): ReadonlyArray<LockHolder> => {
  const path = resolve(file)
  const [database, log] = [inodeOf(path), inodeOf(`${path}-shm`)]
  const pids = new Set<number>()
  for (const [, pid = "", inode, first = ""] of (textOf("/proc/locks") ?? "").matchAll(LOCK)) {
    const isOfLog = inode === log && Number(first) === WAL_WRITE_BYTE && hasOpen(Number(pid), `${path}-shm`)
    const isOfDatabase = inode === database && Number(first) >= PENDING_BYTE && log === undefined
    if (isOfLog || (isOfDatabase && hasOpen(Number(pid), path))) pids.add(Number(pid))
  }
  pids.delete(process.pid)
  // A process of another container has no number here.
  pids.delete(0)
  return Array.from(pids, (pid) => ({ pid, program: programOf(pid) }))
}

/** The holders in words: `process 4242 (node)`. */
export const namesOf = (holders: ReadonlyArray<LockHolder>): string =>
  holders.map(({ pid, program }) => `process ${pid}${program === undefined ? "" : ` (${program})`}`).join(", ")
