/** The command as a process: signals, streams that are closed or full, several at once. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { closedPort, LOOPBACK, LOOPBACK_HOST } from "../support/loopback.ts"
import {
  ALONE,
  bundle,
  cleanEnvironment,
  garrison,
  serve,
  type Served,
  temporaryDirectory,
} from "./support/garrison.ts"
import { garrison as inProcess } from "./support/inProcess.ts"

const FULL = "/dev/full"

interface HalfALogin {
  /** Sends the other half, and answers with all that came until the connection closed. */
  readonly finish: () => Promise<string>
}

/** Sends the head of a login and half of its body, and answers when the server has begun to read. */
const halfALogin = async ({ url }: Served): Promise<HalfALogin> => {
  const { port } = new URL(url)
  const body = JSON.stringify({ grant_type: "anon", portal_access_token: "a-device-secret-of-a-test" })
  const socket: Socket = connect(Number(port), LOOPBACK)
  socket.on("error", () => undefined)
  const closed = new Promise<void>((settle) => socket.once("close", () => settle()))
  let text = ""
  const began = new Promise<void>((settle) => {
    socket.on("data", (chunk) => {
      text += chunk.toString()
      if (text.includes("100 Continue")) settle()
    })
  })
  socket.write(
    `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Expect: 100-continue\r\nConnection: close\r\n\r\n${body.slice(0, 10)}`,
  )
  await began
  return {
    finish: () => {
      socket.end(body.slice(10))
      return closed.then(() => text)
    },
  }
}

/** When the server takes no more connections, it has heard the signal. */
const untilClosed = async ({ url }: Served): Promise<void> => {
  const { port } = new URL(url)
  const isOpen = () =>
    new Promise<boolean>((settle) => {
      const socket = connect(Number(port), LOOPBACK)
      socket.once("connect", () => (socket.destroy(), settle(true)))
      socket.once("error", () => settle(false))
    })
  while (await isOpen()) await new Promise((settle) => setImmediate(settle))
}

describe("signals", () => {
  it("whichever asks the server to stop, what is under way is answered first", async () => {
    // One Ctrl-C arrives twice where npm hands it on. Two of a kind may become one on the way, two kinds do not.
    // Which of two kinds is heard first is up to the system.
    for (const [signal, another, codes] of [
      ["SIGTERM", "SIGTERM", [0]],
      ["SIGINT", "SIGINT", [130]],
      ["SIGHUP", "SIGHUP", [129]],
      ["SIGINT", "SIGTERM", [130, 0]],
      ["SIGHUP", "SIGINT", [129, 130]],
    ] as const) {
      const served = await serve([])
      const login = await halfALogin(served)
      const ended = served.stop(signal)
      served.child.kill(another)
      await untilClosed(served)
      assert.include(await login.finish(), "client_credentials_invalid", signal)
      assert.oneOf(await ended, [...codes], signal)
    }
  })
})

/** Runs a line of a POSIX shell in which `garrison` is the command. */
const shell = (line: string, cwd: string): string =>
  execFileSync("sh", ["-c", line.replaceAll("garrison", `"${process.execPath}" "${bundle()}"`)], {
    cwd,
    encoding: "utf8",
    env: cleanEnvironment(),
  })

describe("output", () => {
  it("a reader that stops reading is no error", () => {
    const cwd = temporaryDirectory()
    for (const line of ["garrison config --json", "garrison --help", "garrison config"]) {
      assert.match(
        shell(`(${line}; echo "ended with $?" >&2) 2>&1 >/dev/full | cat; true`, cwd),
        /cannot be written|^$/,
      )
      assert.strictEqual(shell(`(${line}; echo "ended with $?" >&2) 2>&1 | head -c 1`, cwd).length, 1)
    }
  })

  it.skipIf(!existsSync(FULL))("data that cannot be written is a failure in a sentence", () => {
    const said = shell("garrison config 2>&1 >/dev/full; echo $?", temporaryDirectory())
    assert.strictEqual(
      said,
      "error: The output cannot be written: no space is left.\n" +
        "What the command has done stays done; only its output is incomplete.\n1\n",
    )
  })

  it.skipIf(!existsSync(FULL))("a server whose log cannot be written goes on serving", async () => {
    const full = openSync(FULL, "w")
    const child = spawn(process.execPath, [bundle(), "serve", "--host", LOOPBACK, "--port", "0", "--log", "json"], {
      cwd: temporaryDirectory(),
      env: cleanEnvironment(ALONE),
      stdio: ["ignore", "pipe", full],
    })
    closeSync(full)
    const ended = new Promise<number | null>((settle) => child.once("close", settle))
    const url = await new Promise<string>((settle, refuse) => {
      child.stdout?.once("data", (chunk: Buffer) => settle(/http:\S+/.exec(chunk.toString())?.[0] ?? ""))
      void ended.then((code) => refuse(new Error(`ended with ${code}`)))
    })
    for (let count = 0; count < 3; count++) assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
    child.kill("SIGTERM")
    assert.strictEqual(await ended, 0)
  })
})

/** A child of which nothing is read on stdout, and of stderr only when `reads` says so, until it is asked for. */
const unread = (args: ReadonlyArray<string>, cwd: string) => {
  const child = spawn(process.execPath, [bundle(), ...args], { cwd, env: cleanEnvironment(ALONE) })
  child.stdin.end()
  const code = new Promise<number | null>((settle) => child.once("close", (status) => settle(status)))
  const all = async (stream: Readable): Promise<string> => {
    let text = ""
    for await (const chunk of stream) text += String(chunk)
    return text
  }
  return { child, code, stdout: () => all(child.stdout), stderr: () => all(child.stderr) }
}

/** Resolves when the stream has said `text`. The rest stays in the stream. */
const untilSaid = async (stream: Readable, text: string): Promise<void> => {
  while (!String(stream.read() ?? "").includes(text)) await once(stream, "readable")
}

describe("a slow reader", () => {
  /** More than a pipe takes at once, on stdout; the findings have no line of their own with `--json`. */
  const FINDINGS = 5000
  const cwd = temporaryDirectory()
  const loot = Object.fromEntries(Array.from({ length: FINDINGS }, (_, id) => [id, { item_id: "x" }]))
  writeFileSync(join(cwd, "refused.json"), JSON.stringify({ items: {}, vendors: { 1: { type: "recipe", loot } } }))
  const named = Object.fromEntries(Array.from({ length: 50 }, (_, id) => [`${id}${"n".repeat(4000)}`, {}]))
  writeFileSync(join(cwd, "named.json"), JSON.stringify({ items: named }))

  it("gets the whole document of a command that fails", async () => {
    for (const command of ["check", "publish"]) {
      const { child, code, stdout } = unread(["catalog", command, "refused.json", "--json"], cwd)
      // The error is the last thing that is written: from here on the process could end.
      await untilSaid(child.stderr, '"exit_code":2')
      const report = JSON.parse(await stdout()) as { findings: ReadonlyArray<object>; refusals: number }
      assert.deepStrictEqual([report.refusals, report.findings.length], [FINDINGS, 1000], command)
      assert.strictEqual(await code, 2)
    }
  })

  it("gets every line of an error, too, by a real pipe", () => {
    const said = shell("garrison catalog publish named.json 2>&1 >/dev/null | (head -c 1; cat)", cwd)
    assert.isAbove(said.length, 3 * 64 * 1024)
    assert.match(said, /^error: The catalog was refused[^]*\nCorrect the document; [^\n]*\n$/)
  })

  it("that never reads on does not keep a command which a signal asks to end", async () => {
    const { child, code } = unread(["catalog", "check", "refused.json", "--json"], cwd)
    await untilSaid(child.stderr, '"exit_code":2')
    child.kill("SIGINT")
    assert.strictEqual(await once(child, "exit").then(([status]) => status as number), 130)
    child.stdout.destroy()
    assert.strictEqual(await code, 130)
  })

  it("that goes away leaves the command its status", async () => {
    const { child, code } = unread(["catalog", "check", "refused.json", "--json"], cwd)
    await untilSaid(child.stderr, '"exit_code":2')
    child.stdout.destroy()
    assert.strictEqual(await code, 2)
  })

  it("gets the log of a server to its last line, when a signal has stopped it", async () => {
    const served = await serve(["--log", "json"])
    served.child.stderr.pause()
    // Together more than the pipe takes while nothing is read.
    const path = `/${"p".repeat(400)}`
    for (let count = 0; count < 800; count++) await fetch(`${served.url}${path}`)
    const ended = served.stop("SIGTERM")
    await untilClosed(served)
    served.child.stderr.resume()
    assert.strictEqual(await ended, 0)
    assert.lengthOf(served.stderr().match(/"status":404/g) ?? [], 800)
  })

  it("of the address goes away, and the server goes on", async () => {
    const port = await closedPort()
    const { child, code } = unread(
      ["serve", "--host", LOOPBACK, "--port", String(port), "--log", "off"],
      temporaryDirectory(),
    )
    child.stdout.destroy()
    const answer = async (): Promise<number> => {
      while (child.exitCode === null) {
        const response = await fetch(`http://${LOOPBACK_HOST}:${port}/livez`).catch(() => undefined)
        if (response !== undefined) return response.status
        await new Promise((settle) => setImmediate(settle))
      }
      return 0
    }
    assert.strictEqual(await answer(), 200)
    // The line with the address has been written by now, to nobody.
    assert.strictEqual(await answer(), 200)
    child.kill("SIGTERM")
    assert.strictEqual(await code, 0)
  })
})

describe("several at once", () => {
  it("of many that create the same client one does, and the others are told", async () => {
    const cwd = temporaryDirectory()
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => {
        const child = spawn(process.execPath, [bundle(), "client", "create", "same", "--kind", "machine"], {
          cwd,
          env: cleanEnvironment(),
          stdio: "ignore",
        })
        return new Promise<number | null>((settle) => child.once("close", settle))
      }),
    )
    assert.deepStrictEqual(codes.sort(), [0, 5, 5, 5, 5])
  })
})

describe("a port that is taken", () => {
  it("is found out before the demo world is made, whose secret would be lost", async () => {
    const cwd = temporaryDirectory()
    const blocker = createServer()
    const port = await new Promise<number>((settle) =>
      blocker.listen(0, LOOPBACK, () => settle((blocker.address() as { port: number }).port)),
    )
    const refused = garrison(["serve", "--demo", "--host", LOOPBACK, "--port", String(port)], { cwd })
    blocker.close()
    assert.strictEqual(refused.code, 1)
    assert.include(refused.stderr, `cannot listen on ${LOOPBACK}:${port}: another program uses this port.`)
    assert.include(refused.stderr, `lsof -i :${port}`)
    for (const [words, none] of [
      [["client", "list"], "There are no clients yet."],
      [["catalog", "list"], "No catalog has been published yet."],
    ] as const) {
      assert.include((await inProcess(words, { cwd })).stderr, none)
    }
  })
})
