import type { CardSavingMessages } from './en';

export const cardSavingNl: CardSavingMessages = {
  title: 'Uw kaart opslaan',
  why: (merchant, brand) =>
    `${brand} slaat uw kaart op zodat u sneller kunt betalen bij ${merchant}. Er wordt alleen iets afgeschreven als u zelf een betaling doet.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} slaat uw kaart op zodat ${merchant} er later bedragen van kan afschrijven.`,
  consent: {
    recurring: (merchant) =>
      `Ik machtig ${merchant} om periodiek bedragen van deze kaart af te schrijven, bijvoorbeeld voor een abonnement, zonder mij telkens om toestemming te vragen.`,
    installment: (merchant) =>
      `Ik machtig ${merchant} om de termijnen van mijn aankoop van deze kaart af te schrijven, zonder mij telkens om toestemming te vragen.`,
    unscheduled: (merchant) =>
      `Ik machtig ${merchant} om bedragen van deze kaart af te schrijven op basis van mijn gebruik van de diensten, bijvoorbeeld om tegoed op te waarderen, zonder mij telkens om toestemming te vragen.`,
  },
  nothingNow: 'Er wordt nu niets afgeschreven. We controleren alleen bij uw bank of de kaart geldig is.',
  codeNotKept: 'De beveiligingscode wordt niet opgeslagen.',
  save: 'Kaart opslaan',
  savingNow: 'Bezig met opslaan…',
  cancel: 'Annuleren',
  declined: 'De kaart is geweigerd en niet opgeslagen',
  notSaved: 'Uw kaart is niet opgeslagen',
  outOfDate: 'Deze pagina was verouderd, dus uw kaart is niet opgeslagen. Vul uw kaartgegevens opnieuw in.',
  noAnswer: 'Uw bank heeft niet gereageerd. Er is niets van uw kaart afgeschreven. Probeer het opnieuw.',
  unavailable: 'Op dit moment kunnen er geen kaarten worden opgeslagen. Probeer het later opnieuw.',
  authenticate:
    'Uw bank vraagt u om deze kaart te bevestigen voordat die wordt opgeslagen. Er wordt niets afgeschreven.',
  checking: 'Uw bank heeft uw kaart nog niet bevestigd. Er is niets van uw kaart afgeschreven.',
  anotherCard: 'Een andere kaart gebruiken',
  titles: {
    save_checking: 'Wachten op uw bank',
    save_authenticate: 'Bevestig bij uw bank',
    saved: 'Uw kaart is opgeslagen',
    save_expired: 'Deze pagina is verlopen',
    save_failed: 'Te veel pogingen',
    save_cancelled: 'Er is geen kaart opgeslagen',
    save_removed: 'Deze kaart is niet meer opgeslagen',
  },
  savedForPayer: (card, merchant) =>
    `Uw kaart (${card}) is opgeslagen voor uw volgende betaling aan ${merchant}. Er is vandaag niets afgeschreven.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} kan nu bedragen van uw kaart (${card}) afschrijven. Er is vandaag niets afgeschreven.`,
  save_expired: (merchant) => `Er is geen kaart opgeslagen. Ga terug naar ${merchant} en begin opnieuw.`,
  save_failed:
    'Geen van de kaarten is geaccepteerd. Er is geen kaart opgeslagen en er is niets afgeschreven.',
  save_cancelled: 'U hebt geannuleerd. Er is niets van uw kaart afgeschreven.',
  save_removed: (merchant: string) => `${merchant} kan er niets meer van afschrijven.`,
  mayClose: 'U kunt deze pagina sluiten.',
};
