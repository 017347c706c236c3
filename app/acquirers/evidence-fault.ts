/** Why a dispute response can't be sent with its files. */
export type EvidenceFault = 'file_too_large' | 'files_unsuitable';

/** Nothing of a dispute response was submitted, because the acquirer takes none with these files. */
export class UnsentEvidenceError extends Error {
  constructor(readonly fault: EvidenceFault) {
    super(`the evidence can't be sent: ${fault}`);
  }
}
