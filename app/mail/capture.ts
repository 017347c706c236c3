/** Placeholder until the mail room is built. */
export async function startMailCapture(): Promise<void> {}
export async function stopMailCapture(): Promise<void> {}
