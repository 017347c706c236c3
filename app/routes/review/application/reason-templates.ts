// Pure: usual reasons, as merchants will read them. A reviewer chooses one and makes it fit.

const document = [
  'Some of the text cannot be read. Please hand in a sharper scan or photo.',
  'A page or an edge is missing. Please hand in the whole document.',
  'It is older than three months. Please hand in a newer one.',
  'It is another document than the one we asked for.',
  'The name on it is not the one in your application. Please correct one of the two, or tell us why they differ.',
];

const identity = [
  'The picture or the number cannot be read. Please hand in a sharper photo.',
  'The document has expired. Please hand in one that is valid.',
  'We need the side with the picture.',
  'The name on it is not the one in your application. Please correct one of the two.',
];

const person = [
  'The name or the date of birth is not as on the identity document.',
  'The register names another role for this person.',
  'The share is not the one in your documents.',
];

const people = [
  'The register names somebody who is not listed here. Please add them.',
  'Please add everybody who owns 25 % or more.',
  'Somebody listed here has left the business, as the register says. Please remove them.',
];

const website = [
  'We could not open the website. Please correct the address, or tell us how to get in.',
  'The website shows no prices or no terms. Please add them before you go live.',
  'The website shows no way to reach you. Please add an address and an email address.',
  'The website sells something else than you told us.',
];

const answer = [
  'It is not as it stands in the register. Please write it exactly as it stands there.',
  'It does not agree with the documents you handed in.',
  'Please tell us more: we do not understand it yet.',
];

/** The reasons that fit a subject. */
export function getReasonTemplates(key: string): readonly string[] {
  if (key.startsWith('document:identity_document:')) return identity;
  if (key.startsWith('document:')) return document;
  if (key.startsWith('person:')) return person;
  if (key === 'people') return people;
  return key === 'website' ? website : answer;
}
