/** The command as a process: signals, streams that are closed or full, several at once. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import { closeSync, existsSync, openSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { bundle, cleanEnvironment, garrison, serve, type Served, temporaryDirectory } from "./support/garrison.ts"

const FULL = "/dev/full"

interface HalfALogin {
  /** Sends the other half, and answers with all that came until the connection closed. */
  readonly finish: () => Promise<string>
}

/** Sends the head of a login and half of its body, and answers when the server has begun to read. */
const halfALogin = async ({ url }: Served): Promise<HalfALogin> => {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ grant_type: "anon", portal_access_token: "a-device-secret-of-a-test" })
  const socket: Socket = connect(Number(port), hostname)
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
  const { hostname, port } = new URL(url)
  const isOpen = () =>
    new Promise<boolean>((settle) => {
      const socket = connect(Number(port), hostname)
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
      const served = await serve(["--no-demo"])
      const login = await halfALogin(served)
      const ended = served.stop(signal)
      served.child.kill(another)
      await untilClosed(served)
      assert.include(await login.finish(), "client_credentials_invalid", signal)
      assert.oneOf(await ended, [...codes], signal)
    }
  })
})

describe("output", () => {
  const shell = (line: string, cwd: string): string =>
    execFileSync("sh", ["-c", line.replaceAll("garrison", `"${process.execPath}" "${bundle()}"`)], {
      cwd,
      encoding: "utf8",
      env: cleanEnvironment(),
    })

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
    const child = spawn(process.execPath, [bundle(), "serve", "--port", "0", "--no-demo", "--log", "json"], {
      cwd: temporaryDirectory(),
      env: cleanEnvironment(),
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
      blocker.listen(0, "127.0.0.1", () => settle((blocker.address() as { port: number }).port)),
    )
    const refused = garrison(["serve", "--port", String(port)], { cwd })
    blocker.close()
    assert.strictEqual(refused.code, 1)
    assert.include(refused.stderr, `cannot listen on 127.0.0.1:${port}: another program uses this port.`)
    assert.include(refused.stderr, `lsof -i :${port}`)
    assert.strictEqual(garrison(["demo"], { cwd }).code, 0, "the database is still empty")
  })
})
