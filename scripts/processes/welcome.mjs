/** What a person needs to begin: URLs, login, credentials, and mail, from buildStartSummary(). */
export function welcome({ addresses, database, demo, mail }) {
  const rows = [
    ['Portal', addresses.portal],
    ['API', `${addresses.api.test} (test)   ${addresses.api.live} (live)`],
    ['Checkout', `${addresses.checkout.test} (test)`],
    ['Database', database],
    ['Mail', mail],
  ];
  if (demo) {
    rows.push(
      ['Demo shop', `${addresses.portal}/demo/shop`],
      ['Demo login', `${demo.login.email}   password ${demo.login.password}`],
    );
    rows.push(['', `the same password: ${demo.otherLogins.join(', ')}`]);
    for (const { role, email, password } of demo.staff)
      rows.push([`Demo ${role}`, `${email}   password ${password}`]);
    if (demo.staff.length)
      rows.push([
        'Staff login',
        `${addresses.staff ?? addresses.portal}/staff/login   codes at ${addresses.portal}/dev/authenticator`,
      ]);
    if (demo.credentials)
      rows.push(
        ['Client ID', demo.credentials.clientId],
        ['Client secret', `${demo.credentials.clientSecret} (test)`],
      );
  }
  return ['', ...rows.map(([name, value]) => `  ${name.padEnd(14)} ${value}`), ''].join('\n');
}
