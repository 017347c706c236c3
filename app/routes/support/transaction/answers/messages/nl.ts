import type { AnswerMessages } from './en';

export const answersNl: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) => `Uw betaling van ${amount} aan ${merchant} op ${date} is geweigerd.`,
    reasons: {
      number_unknown: 'Het kaartnummer is niet herkend.',
      expiry_refused: 'De kaart was verlopen of de vervaldatum was onjuist.',
      code_refused: 'De beveiligingscode klopte niet.',
      authentication_failed: 'Uw bank kon niet bevestigen dat u het was.',
      technical_problem: 'Een technisch probleem heeft de betaling verhinderd.',
      insufficient_funds: 'Het saldo van de kaart was ontoereikend.',
      declined: 'We hebben geen reden die we u kunnen geven. Misschien kan uw bank u meer vertellen.',
    },
    notCharged: 'Er is niets van uw kaart afgeschreven.',
    reversing: 'Uw bank heeft de betaling later toch goedgekeurd. We maken die ongedaan.',
    reversed:
      'Uw bank heeft de betaling later toch goedgekeurd en we hebben die ongedaan gemaakt. Het kan enkele werkdagen duren voordat uw bank dat laat zien.',
    notReversed: 'Uw bank heeft de betaling later toch goedgekeurd en die is nog niet ongedaan gemaakt.',
    succeeded: (amount, at) =>
      `Uw betaling van ${amount} op ${at} is gelukt. U hoeft niet opnieuw te betalen.`,
    retry: (merchant) =>
      `Als u nog steeds aan ${merchant} wilt betalen, probeer het dan opnieuw of gebruik een andere kaart.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} heeft ${amount} terugbetaald. De terugbetaling is op ${date} naar uw bank verzonden.`,
    reference: (reference) => `Als uw bank om een referentie vraagt, geef dan ${reference} op.`,
    card: (lastFour) => `Het geld gaat terug naar de kaart waarmee u hebt betaald, eindigend op ${lastFour}.`,
    usual: 'Meestal staat een terugbetaling na 5 tot 10 werkdagen op uw afschrift.',
    overdue:
      'Die tijd is verstreken. Als u de terugbetaling niet op uw afschrift vindt, neem dan contact op met uw bank.',
    pending: (amount, date) =>
      `Op ${date} is een terugbetaling van ${amount} aangevraagd. Die is nog niet bevestigd.`,
    failed: (amount, date) =>
      `Op ${date} is een terugbetaling van ${amount} aangevraagd, die is mislukt. U hebt dit geld niet ontvangen.`,
    returned: (amount, date) =>
      `Uw bank heeft de terugbetaling van ${amount} die op ${date} is verzonden, teruggestuurd. U hebt dit geld niet ontvangen.`,
    contact: (merchant) => `Neem contact op met ${merchant} om het op een andere manier te ontvangen.`,
    earlier: (count) =>
      count === 1
        ? 'Eén eerdere terugbetaling is hier niet vermeld.'
        : `${count} eerdere terugbetalingen zijn hier niet vermeld.`,
  },
  hold: {
    was: (amount, merchant, date) => `Op ${date} is ${amount} op uw kaart gereserveerd voor ${merchant}.`,
    still: (amount) =>
      `Daarvan is ${amount} nog gereserveerd. Dit bedrag is apart gezet, maar niet afgeschreven.`,
    until: (merchant, date) => `${merchant} kan het tot ${date} afschrijven. Anders wordt het vrijgegeven.`,
    open: (merchant) => `${merchant} kan het afschrijven of vrijgeven.`,
    ended: (date) => `De reservering is op ${date} geëindigd en wordt vrijgegeven.`,
    waiting: (amount) => `Een wijziging van ${amount} van de reservering is nog niet bevestigd.`,
    charged: (amount, merchant) =>
      `${merchant} heeft daarvan ${amount} afgeschreven. De reservering en deze afschrijving zijn één betaling, niet twee.`,
    released: (amount) =>
      `Daarvan is ${amount} vrijgegeven en dat wordt niet afgeschreven. Het kan enkele werkdagen duren voordat uw bank dat laat zien.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `Binnen 24 uur voor of na deze betaling is er nog een betaling van ${amount} aan ${merchant} met dezelfde kaart, hetzelfde e-mailadres of dezelfde bestelling.`
        : `Binnen 24 uur voor of na deze betaling zijn er nog ${count} betalingen van ${amount} aan ${merchant} met dezelfde kaart, hetzelfde e-mailadres of dezelfde bestelling.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `Binnen 24 uur voor of na deze betaling is er minstens één andere betaling van ${amount} aan ${merchant} met dezelfde kaart, hetzelfde e-mailadres of dezelfde bestelling.`
        : `Binnen 24 uur voor of na deze betaling zijn er minstens ${count} andere betalingen van ${amount} aan ${merchant} met dezelfde kaart, hetzelfde e-mailadres of dezelfde bestelling.`,
    pending: (at) => `De betaling op ${at} is nog niet bevestigd.`,
    declined: (at) => `De betaling op ${at} is geweigerd en niet afgeschreven.`,
    reversing: (at) =>
      `De betaling op ${at} is geweigerd, uw bank heeft die later goedgekeurd en die wordt ongedaan gemaakt.`,
    reversed: (at) =>
      `De betaling op ${at} is geweigerd, uw bank heeft die later goedgekeurd en die is ongedaan gemaakt.`,
    notReversed: (at) =>
      `De betaling op ${at} is geweigerd, uw bank heeft die later goedgekeurd en die is nog niet ongedaan gemaakt.`,
    held: (at) => `De betaling op ${at} is gereserveerd en niet afgeschreven.`,
    released: (at) => `De betaling op ${at} is vrijgegeven en niet afgeschreven.`,
    charged: (at, amount) => `Voor de betaling op ${at} is ${amount} afgeschreven.`,
    refunded: (amount) => `Daarvan is ${amount} terugbetaald.`,
    refunding: (amount) => `Een terugbetaling van ${amount} is nog niet bevestigd.`,
    disputed: (amount) => `Daarvan wordt ${amount} via uw bank betwist.`,
    chargedBack: (amount) => `Uw bank heeft daarvan ${amount} teruggehaald.`,
    stillHeld: (amount) => `Daarnaast is nog ${amount} gereserveerd.`,
    several: (merchant) =>
      `Meer dan één van deze betalingen is afgeschreven. Als u maar één keer wilde betalen, vraag ${merchant} dan om een terugbetaling.`,
    one: 'Slechts één van deze betalingen blijft afgeschreven.',
    none: 'Geen van deze betalingen blijft afgeschreven.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Er is niets afgeschreven: de betaling van ${amount} aan ${merchant} is op ${at} geannuleerd.`,
    expired: (amount, merchant, at) =>
      `Er is niets afgeschreven: de betaling van ${amount} aan ${merchant} is niet voltooid voordat die op ${at} verliep.`,
    failed: (amount, merchant) =>
      `Er is niets afgeschreven: de betaling van ${amount} aan ${merchant} is na meerdere geweigerde pogingen gesloten.`,
    open: (amount, merchant) =>
      `Er is tot nu toe niets afgeschreven: de betaling van ${amount} aan ${merchant} is nog niet voltooid.`,
    noRequest: 'Er is geen verzoek naar uw bank gestuurd.',
    notOpened: 'De betaalpagina is niet geopend.',
    declined: (count) => (count === 1 ? 'Eén poging is geweigerd.' : `${count} pogingen zijn geweigerd.`),
    otherPayment:
      'Er is nog een andere betaling voor deze bestelling. Betaal niet opnieuw totdat die is gecontroleerd.',
    payUntil: (at) => `U kunt tot ${at} nog op de betaalpagina betalen.`,
    orderAgain: (merchant) => `Plaats een nieuwe bestelling bij ${merchant} als u nog wilt kopen.`,
  },
};
