/** The refusals of settings: with them Garrison does not open. No request meets them. */
import { refusal } from "../kernel/Refusal.ts"

/** Codes of settings, each with its description. */
export const settingsCodes = {
  invalid_settings: "The settings cannot be used.",
} as const

/** A code of settings. */
export type SettingsCode = keyof typeof settingsCodes

/**
 * The stored secrets cannot be read with the key secrets of the settings. `reason` says why, as part of a sentence, and
 * contains neither.
 */
export class KeySecretRefused extends refusal("KeySecretRefused", settingsCodes)<{
  readonly code: SettingsCode
  readonly reason: string
}> {
  override get message(): string {
    return `The keys cannot be read: ${this.reason}.`
  }
}

/**
 * The stored users of a portal do not fit its environments in the settings. `reason` says why, and what to change, as
 * part of a sentence.
 */
export class EnvironmentsRefused extends refusal("EnvironmentsRefused", settingsCodes)<{
  readonly code: SettingsCode
  readonly reason: string
}> {
  override get message(): string {
    return `The environments of foxtrot cannot be used: ${this.reason}.`
  }
}
