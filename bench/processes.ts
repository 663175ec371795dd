/** Child processes of the bench: starts, awaits and measures them, and stops them also when the bench fails. */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"

/** A server that answers at `url`. */
export interface Server {
  readonly url: string
  /** Milliseconds from the start of the process to the line with its address. */
  readonly startMilliseconds: number
  /** Resident memory of the process in MB (10^6 bytes). */
  readonly residentMegabytes: () => number
  /** Seconds of processor time that the process has used. */
  readonly processorSeconds: () => number
  readonly stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

const residentOf = (child: ChildProcess): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6
}

/** Clock ticks per second in /proc; 100 on every Linux that Node runs on. */
const TICKS = 100

const processorSecondsOf = (child: ChildProcess): number => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const ended = () => {
      running.delete(child)
      resolve()
    }
    // A child that has ended already says so no more.
    if (child.exitCode !== null || child.signalCode !== null) return ended()
    child.once("exit", ended)
    child.kill("SIGTERM")
  })

/** Starts `node args…` and waits for its line `listening on http://…`, or `sandbox on http://…`. */
export const startServer = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<Server>((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, {
      // No balancer is in front that would have to notice that a server stops.
      env: { ...process.env, GARRISON_UNREADY_SECONDS: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    })
    running.add(child)
    let output = ""
    let complaints = ""
    const onExit = (code: number | null): void => {
      running.delete(child)
      reject(new Error(`${args.join(" ")} ended with ${code} before it listened:\n${complaints}${output}`))
    }
    child.once("exit", onExit)
    child.stderr.on("data", (text: Buffer) => {
      complaints = (complaints + text.toString()).slice(-4000)
    })
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString()
      const found = /(?:listening|sandbox) on (http:\/\/\S+)/.exec(output)
      if (found?.[1] === undefined) return
      child.stdout.removeAllListeners("data").resume()
      child.off("exit", onExit)
      resolve({
        url: found[1],
        startMilliseconds: performance.now() - started,
        residentMegabytes: () => residentOf(child),
        processorSeconds: () => processorSecondsOf(child),
        stop: () => stopped(child),
      })
    })
  })

/** Milliseconds that `node args…` takes from start to end. Fails when it ends with another code than 0. */
export const durationOf = (args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, { stdio: "ignore" })
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - started)
      else reject(new Error(`${args.join(" ")} ended with ${code}`))
    })
  })
