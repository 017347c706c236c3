import type { CheckoutMessages } from './en';

// French typography requires a nonbreaking space, \u00a0, before a colon or a question mark.
export const fr: CheckoutMessages = {
  testEnvironment: 'Environnement de test.',
  simulatedLive: 'Environnement de production simulé.',
  noRealMoney: 'Aucune somme réelle n’est débitée.',
  environment: 'Environnement',
  servedBy: (brand) => `Paiements par carte assurés par ${brand}`,
  language: 'Langue',

  amountToPay: 'Montant à payer',
  order: {
    caption: 'Détails de la commande',
    item: 'Article',
    amount: 'Montant',
    total: 'Total',
    tax: 'Taxes',
    adjustment: 'Ajustement',
    folded: (count) => `Votre commande\u00a0: ${count} articles`,
  },

  card: {
    heading: 'Payer par carte',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    expiryHint: 'Par exemple 08/29',
    code: 'Code de sécurité',
    codeHint: '3 ou 4 chiffres',
    codeOnBack: '3 chiffres au dos',
    codeOnFront: '4 chiffres au recto',
    name: 'Nom sur la carte',
  },
  savedCards: {
    choose: 'Choisissez une carte',
    expires: (date) => `Expire fin ${date}`,
    another: 'Utiliser une autre carte',
    remove: 'Supprimer',
    removed: 'La carte a été supprimée.',
    declinedCardRemoved:
      'La carte enregistrée qui a été refusée ne peut plus être utilisée et n’est plus proposée.',
    confirm: 'Supprimer la carte',
    keep: 'Conserver la carte',
    chargesEnd: (merchant) =>
      `${merchant} ne pourra plus débiter cette carte. Vos paiements passés ne changent pas.`,
    mustEnter: (merchant) =>
      `Pour payer de nouveau ${merchant} avec cette carte, vous devrez la saisir. Vos paiements passés ne changent pas.`,
  },
  billing: {
    heading: 'Adresse de facturation',
    hint: 'Comme sur le relevé de votre carte. Votre banque peut la vérifier.',
    optional: '(facultatif)',
    country: 'Pays ou région',
    chooseCountry: 'Sélectionnez un pays',
    address_1: 'Adresse',
    address_2: 'Appartement, étage ou bâtiment',
    postal_code: 'Code postal',
    city: 'Ville',
    state: 'État, province ou région',
    email: 'Adresse e-mail',
    emailHint: 'Nous enverrons votre reçu à cette adresse.',
    testReceipts: 'Les reçus de test ne sont envoyés qu’aux membres de l’équipe du commerçant.',
  },
  pay: {
    pay: (amount) => `Payer ${amount}`,
    order: (amount) => `Commander et payer ${amount}`,
    book: (amount) => `Réserver et payer ${amount}`,
    donate: (amount) => `Donner ${amount}`,
    subscribe: (amount) => `S’abonner et payer ${amount}`,
  },
  payingNow: 'Paiement en cours…',
  progress: [
    'Nous contactons votre banque. Ne fermez pas cette page.',
    'Nous attendons la réponse de votre banque. Ne fermez pas cette page.',
    'Votre banque met plus de temps que d’habitude. Ne fermez pas cette page et ne recommencez pas.',
  ],
  cancel: (merchant) => `Annuler et revenir chez ${merchant}`,

  error: 'Erreur\u00a0:',
  problem: 'Veuillez vérifier votre saisie',
  cardErrors: {
    number_missing: 'Saisissez le numéro de la carte',
    number_wrong: 'Vérifiez le numéro de la carte\u00a0: un chiffre est incorrect ou manquant',
    number_unknown: 'Votre banque ne reconnaît pas ce numéro de carte. Veuillez le vérifier.',
    expiry_missing: 'Saisissez la date d’expiration',
    expiry_wrong: 'Saisissez le mois et l’année d’expiration, par exemple 08/29',
    expiry_far: 'Vérifiez l’année d’expiration',
    expiry_past: 'Cette carte a expiré. Veuillez en utiliser une autre.',
    expiry_refused: 'Selon votre banque, cette carte a expiré. Vérifiez la date ou utilisez une autre carte.',
    code_missing: 'Saisissez le code de sécurité',
    code_wrong: 'Le code de sécurité comporte 3 ou 4 chiffres',
    code_not_3: 'Le code de sécurité de cette carte comporte 3 chiffres',
    code_not_4: 'Le code de sécurité de cette carte comporte 4 chiffres',
    code_refused: 'Le code de sécurité ne correspond pas. Vérifiez-le sur votre carte.',
    name_missing: 'Saisissez le nom inscrit sur la carte',
    name_is_number: 'Saisissez ici le nom inscrit sur la carte, et non son numéro',
    country_missing: 'Sélectionnez votre pays',
    address_missing: 'Saisissez votre adresse',
    postal_code_missing: 'Saisissez votre code postal',
    postal_code_wrong: 'Vérifiez le code postal. Il ne correspond pas au pays sélectionné.',
    city_missing: 'Saisissez votre ville',
    state_missing: 'Saisissez votre État, votre province ou votre région',
    email_missing: 'Saisissez votre adresse e-mail',
    email_wrong: 'Saisissez une adresse e-mail, par exemple nom@example.com',
    billing_is_number: 'Ne saisissez pas le numéro de la carte ici',
    consent_missing: 'Cochez la case pour donner votre accord',
    test_card_required:
      'Seules les cartes de test fonctionnent ici\u00a0: cette carte n’a pas été débitée. La boutique peut vous indiquer une carte de test. S’il s’agit de votre boutique, vous en trouverez dans la documentation, sous «\u00a0Test cards\u00a0».',
    test_card_refused:
      'Ceci est une carte de test, qui n’est pas valable pour un paiement réel. Veuillez utiliser une autre carte.',
  },
  notTaken: 'Aucune somme n’a été débitée',
  declined: 'Le paiement a été refusé. Aucune somme n’a été débitée.',
  reasons: {
    authentication_failed:
      'Votre banque n’a pas pu confirmer votre identité. Réessayez ou utilisez une autre carte.',
    technical_problem: 'Un problème technique a empêché le paiement. Réessayez ou utilisez une autre carte.',
    insufficient_funds:
      'Les fonds disponibles sur cette carte sont insuffisants. Veuillez en essayer une autre.',
    declined: 'Votre banque a refusé cette carte. Essayez-en une autre ou contactez votre banque.',
    saved_card_unavailable: 'Cette carte enregistrée n’est plus disponible. Veuillez en utiliser une autre.',
    out_of_date:
      'Cette page n’était plus à jour. Veuillez saisir de nouveau les informations de votre carte.',
    unavailable:
      'Cette boutique ne peut pas accepter de paiements par carte en ce moment. Veuillez réessayer plus tard.',
    link_completed:
      'Ce lien de paiement a atteint son nombre maximal de paiements. Votre carte n’a pas été débitée.',
    offline:
      'Vous êtes hors ligne\u00a0: votre carte n’a pas été débitée. Vérifiez votre connexion et réessayez.',
    card_limit_reached:
      'Trop de tentatives ont été effectuées avec cette carte. Utilisez une autre carte, ou réessayez dans une heure.',
    address_limit_reached:
      'Trop de cartes ont été essayées depuis votre connexion. Réessayez dans dix minutes.',
    proof_needed:
      'Pour lutter contre la fraude, cette page nécessite actuellement JavaScript. Activez JavaScript et saisissez de nouveau les informations de votre carte, ou réessayez dans dix minutes.',
  },
  enterCardAgain:
    'Veuillez saisir de nouveau les informations de votre carte. Pour votre sécurité, cette page ne les conserve pas.',
  enterAgain:
    'Saisissez de nouveau le numéro et le code de sécurité de votre carte. Pour votre sécurité, cette page ne les conserve pas.',
  attemptsLeft: (count) =>
    count === 1 ? 'Il vous reste une tentative.' : `Il vous reste ${count} tentatives.`,

  titles: {
    form: (merchant) => `Paiement à ${merchant}`,
    declined: 'Paiement refusé',
    remove_card: 'Supprimer cette carte\u00a0?',
    paying: 'En attente de votre banque',
    authenticate: 'Confirmez auprès de votre banque',
    paid: 'Paiement effectué',
    refunded: 'Paiement remboursé',
    released: 'Votre carte n’a pas été débitée',
    expired: 'Cette page de paiement a expiré',
    blocked: 'Trop de tentatives',
    cancelled: 'Ce paiement a été annulé',
    unknown: 'Ce paiement est introuvable',
    failed: 'Une erreur s’est produite de notre côté',
  },
  paying: {
    unknown: (amount) =>
      `Votre banque ne nous a pas encore indiqué si le paiement de ${amount} a abouti. Veuillez ne pas payer une seconde fois.`,
    goesOn: 'Cette page s’actualise à intervalles de quelques secondes et vous redirige automatiquement.',
    checkAgain: 'Vérifier maintenant',
    checkedJustNow: 'Vérifié à l’instant.',
  },
  authenticate: {
    explain: (amount: string) => `Votre banque vous demande de confirmer le paiement de ${amount}.`,
    earlier:
      'Cette confirmation concerne votre tentative précédente. La carte que vous venez de saisir n’a pas été débitée.',
    goOn: 'Continuer vers votre banque',
  },
  paid: {
    taken: (amount, merchant) => `Vous avez payé ${amount} à ${merchant}.`,
    held: (amount, merchant) => `Un montant de ${amount} est réservé sur votre carte pour ${merchant}.`,
    released: (amount, merchant) =>
      `La réservation de ${amount} pour ${merchant} est levée. Votre banque peut encore l’afficher pendant quelques jours.`,
    refunded: (amount) =>
      `Le montant de ${amount} a été remboursé. Il apparaît généralement sur votre carte sous 5 à 10 jours ouvrés.`,
    chargedBack: (amount) => `Votre banque vous a rendu ${amount}.`,
    notAgain: 'Vous n’avez pas à payer de nouveau.',
    already: 'Le paiement était déjà effectué. Votre dernière tentative n’a entraîné aucun débit.',
    receipt: 'Vous recevrez un reçu par e-mail.',
  },
  link: {
    amount: 'Montant',
    amountRange: (min: string, max: string) => `De ${min} à ${max}`,
    quantityOf: (item: string) => `Quantité\u00a0: ${item}`,
    quantityRange: (min: number, max: number) => `De ${min} à ${max}`,
    goOn: 'Continuer vers le paiement',
    amountWrong: (min: string, max: string) => `Saisissez un montant de ${min} à ${max}`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Pour ${item}, saisissez une quantité de ${min} à ${max}`,
    nothingChosen: 'Choisissez au moins un article',
    amountUnclear: (currency: string, example: string) =>
      `Saisissez un montant en ${currency}, par exemple ${example}`,
    more: (item: string) => `Ajouter un article\u00a0: ${item}`,
    less: (item: string) => `Retirer un article\u00a0: ${item}`,
    paid: 'Le paiement de ce lien a déjà été effectué',
    inProgress: 'Un paiement est en cours avec ce lien',
    whyInProgress:
      'Votre carte n’a pas été débitée. Si vous payez dans un autre onglet, terminez le paiement là-bas. Sinon, réessayez plus tard. Le paiement peut prendre jusqu’à 15\u00a0minutes.',
    tryAgain: 'Réessayer',
    alreadyPaid: (merchant: string) =>
      `Vous n’avez pas besoin de payer de nouveau. Si ce n’est pas vous qui avez payé, contactez ${merchant}.`,
    unusable: 'Ce lien de paiement ne peut pas être utilisé',
    whyUnusable: (merchant: string) =>
      `Il a expiré, a été désactivé ou a atteint son nombre maximal de paiements. Si vous avez déjà payé, vous n’avez rien à faire. Sinon, demandez un nouveau lien à ${merchant}.`,
    ended: (merchant: string) =>
      `Ce lien de paiement ne peut plus être utilisé. Pour payer, demandez un nouveau lien à ${merchant}.`,
    reversed: (merchant: string) =>
      `Le paiement effectué avec ce lien a été annulé ou remboursé. Pour payer, demandez un nouveau lien à ${merchant}.`,
    tooManyVisits: 'Il y a eu trop de visites depuis votre connexion. Réessayez dans dix minutes.',
    notChargedHere: 'Votre carte n’a pas été débitée sur cette page.',
    notPaid: 'Vous n’avez pas payé. Votre carte n’a pas été débitée.',
    change: 'Modifier',
    startAgain: 'Recommencer',
    seeConfirmation: 'Voir la confirmation',
    reference: (reference: string) => `Votre référence\u00a0: ${reference}`,
  },
  takingYouBack: 'Nous vous redirigeons.',
  goOnTo: (merchant) => `Continuer vers ${merchant}`,
  backTo: (merchant) => `Retour à ${merchant}`,
  expired: (merchant) => `Aucune somme n’a été débitée. Revenez chez ${merchant} et recommencez.`,
  blocked: (merchant) =>
    `Aucune des tentatives n’a abouti et aucune somme n’a été débitée. Revenez chez ${merchant} pour recommencer ou payer autrement.`,
  cancelled: (merchant) =>
    `Aucune somme n’a été débitée, et cette page n’accepte plus de paiement. Revenez chez ${merchant} pour recommencer.`,
  unknown: {
    why: 'Le lien est peut-être incomplet ou périmé.',
    whatNow:
      'Si vous avez déjà payé, recherchez un reçu ou contactez la boutique avant de payer à nouveau. Sinon, revenez à la boutique et recommencez le paiement.',
  },
  failed: {
    maybePaid:
      'Si vous avez déjà validé le paiement, il a peut-être été effectué. Veuillez ne pas saisir de nouveau les informations de votre carte avant de l’avoir vérifié.',
    openAgain: 'Actualisez cette page dans un instant pour savoir si vous avez payé.',
    checkAgain: 'Actualiser cette page',
  },

  support: {
    heading: (merchant) => `Contacter ${merchant}`,
    email: 'E-mail',
    phone: 'Téléphone',
    website: 'Site web',
    terms: 'Conditions générales',
    privacy: 'Confidentialité',
  },
};
