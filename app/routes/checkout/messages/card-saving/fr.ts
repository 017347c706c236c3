import type { CardSavingMessages } from './en';

export const cardSavingFr: CardSavingMessages = {
  title: 'Enregistrer votre carte',
  why: (merchant, brand) =>
    `${brand} enregistre votre carte pour que vous puissiez payer plus rapidement chez ${merchant}. Elle n’est débitée que lorsque vous effectuez vous-même un paiement.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} enregistre votre carte afin que ${merchant} puisse la débiter plus tard.`,
  consent: {
    recurring: (merchant) =>
      `J’autorise ${merchant} à débiter cette carte régulièrement, par exemple pour un abonnement, sans me demander mon accord à chaque fois.`,
    installment: (merchant) =>
      `J’autorise ${merchant} à débiter cette carte pour les échéances de mon achat, sans me demander mon accord à chaque fois.`,
    unscheduled: (merchant) =>
      `J’autorise ${merchant} à débiter cette carte selon mon utilisation de ses services, par exemple pour une recharge, sans me demander mon accord à chaque fois.`,
  },
  nothingNow:
    'Rien n’est débité maintenant\u00a0: nous demandons seulement à votre banque si la carte est valable.',
  codeNotKept: 'Le code de sécurité n’est pas conservé.',
  save: 'Enregistrer la carte',
  savingNow: 'Enregistrement en cours…',
  cancel: 'Annuler',
  declined: 'La carte a été refusée et n’a pas été enregistrée',
  notSaved: 'Votre carte n’a pas été enregistrée',
  outOfDate:
    'Cette page n’était plus à jour\u00a0: la carte n’a pas été enregistrée. Veuillez saisir de nouveau les informations de votre carte.',
  noAnswer: 'Votre banque n’a pas répondu. Rien n’a été débité. Veuillez réessayer.',
  unavailable: 'Aucune carte ne peut être enregistrée ici en ce moment. Veuillez réessayer plus tard.',
  authenticate:
    'Votre banque vous demande de confirmer l’enregistrement de cette carte. Rien ne sera débité.',
  checking: 'Votre banque n’a pas encore confirmé votre carte. Rien n’a été débité.',
  anotherCard: 'Utiliser une autre carte',
  titles: {
    save_checking: 'En attente de votre banque',
    save_authenticate: 'Confirmez auprès de votre banque',
    saved: 'Votre carte est enregistrée',
    save_expired: 'Cette page a expiré',
    save_failed: 'Trop de tentatives',
    save_cancelled: 'Aucune carte n’a été enregistrée',
    save_removed: 'Cette carte n’est plus enregistrée',
  },
  savedForPayer: (card, merchant) =>
    `Votre carte ${card} est enregistrée pour votre prochain paiement chez ${merchant}. Rien n’a été débité.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} peut désormais utiliser votre carte ${card}. Rien n’a été débité.`,
  save_expired: (merchant) => `Aucune carte n’a été enregistrée. Revenez chez ${merchant} et recommencez.`,
  save_failed: 'Aucune des cartes n’a été acceptée. Aucune carte n’a été enregistrée et rien n’a été débité.',
  save_cancelled: 'Vous avez annulé. Rien n’a été débité.',
  save_removed: (merchant: string) => `${merchant} ne peut plus l’utiliser.`,
  mayClose: 'Vous pouvez fermer cette page.',
};
