/** The player of the examples. */
export const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
