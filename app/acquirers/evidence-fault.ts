/** Why a dispute response can't be sent with its files. `too_many_pages`: with its text, too. */
export type EvidenceFault = 'file_too_large' | 'too_many_pages' | 'files_unsuitable';

/** Nothing of a dispute response was submitted, because the acquirer takes none with these files. */
export class UnsentEvidenceError extends Error {
  constructor(readonly fault: EvidenceFault) {
    super(`the evidence can't be sent: ${fault}`);
  }
}
