/** The demo world. */
export async function seedDemo(): Promise<void> {}
