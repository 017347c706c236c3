// Preloaded into the product: its clock is a minute fast.
const now = Date.now.bind(Date);
Date.now = () => now() + 60_000;
