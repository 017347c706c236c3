// Pure: common reasons as merchants read them. Reviewers select some and edit them.

const document = [
  'Some of the text isn’t readable. Please upload a sharper scan or photo.',
  'A page or edge is missing. Please upload the complete document.',
  'The document is more than three months old. Please upload a more recent one.',
  'This isn’t the document we asked for.',
  'The name on the document doesn’t match your application. Please correct it, or explain the difference.',
];

const identity = [
  'The picture or number isn’t readable. Please upload a sharper photo.',
  'The document has expired. Please upload a valid one.',
  'Please upload the side with the picture.',
  'The name on the document doesn’t match your application. Please correct it.',
];

const person = [
  'The name or date of birth doesn’t match the identity document.',
  'The business register lists a different role for this person.',
  'The ownership share doesn’t match your documents.',
];

const people = [
  'The business register lists someone who isn’t in your application. Please add them.',
  'Please add everyone who owns 25% or more.',
  'According to the business register, someone you listed has left the business. Please remove them.',
];

const website = [
  'We couldn’t open your website. Please correct the address, or tell us how to access it.',
  'Your website doesn’t show prices or terms. Please add them before you go live.',
  'Your website doesn’t show contact details. Please add a postal address and an email address.',
  'Your website sells something other than what you described.',
];

const answer = [
  'It doesn’t match the business register. Please enter it exactly as registered.',
  'It doesn’t match the documents you uploaded.',
  'Please add more detail so that we can understand it.',
];

/** The reasons for an item. */
export function getReasonTemplates(key: string): readonly string[] {
  if (key.startsWith('document:identity_document:')) return identity;
  if (key.startsWith('document:')) return document;
  if (key.startsWith('person:')) return person;
  if (key === 'people') return people;
  return key === 'website' ? website : answer;
}

/**
 * The reason after one of the item's templates is selected: below what somebody wrote. It replaces another template at the
 * end, because the arrow keys select each one on the way.
 */
export function addReasonTemplate(key: string, reason: string, template: string): string {
  const lines = reason.trimEnd().split('\n');
  const last = lines.at(-1)!;
  if (!last || getReasonTemplates(key).includes(last)) lines.pop();
  return [...lines, template].join('\n');
}
