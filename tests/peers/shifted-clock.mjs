// Loaded before the product: its clock is a minute ahead of everybody else's.
const now = Date.now.bind(Date);
Date.now = () => now() + 60_000;
