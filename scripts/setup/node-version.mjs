// Imported before anything that an older Node wouldn't understand.
const needed = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Tillway needs Node ${needed.join('.')} or newer. This is ${process.versions.node}.`);
  process.exit(1);
}
