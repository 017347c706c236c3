import type { Language } from '~/platform/text/languages';

const en = {
  title: 'Save your card',
  why: (merchant: string, brand: string) =>
    `${brand} saves your card so that you can pay ${merchant} faster. It’s charged only when you make a payment yourself.`,
  whyForMerchant: (merchant: string, brand: string) =>
    `${brand} saves your card so that ${merchant} can charge it later.`,
  consent: {
    recurring: (merchant: string) =>
      `I authorize ${merchant} to charge this card for recurring payments, such as a subscription, without asking me each time.`,
    installment: (merchant: string) =>
      `I authorize ${merchant} to charge this card for the installments of my purchase, without asking me each time.`,
    unscheduled: (merchant: string) =>
      `I authorize ${merchant} to charge this card as I use its services, such as for a top-up, without asking me each time.`,
  },
  nothingNow: 'Your card won’t be charged now. We only check with your bank that it’s valid.',
  codeNotKept: 'The security code isn’t saved.',
  save: 'Save card',
  savingNow: 'Saving…',
  cancel: 'Cancel',
  declined: 'Your card was declined and wasn’t saved',
  notSaved: 'Your card wasn’t saved',
  outOfDate: 'This page was out of date, so your card wasn’t saved. Enter your card details again.',
  noAnswer: 'Your bank didn’t respond. Your card wasn’t charged. Try again.',
  unavailable: 'Cards can’t be saved right now. Try again later.',
  authenticate: 'Your bank needs you to confirm this card before it’s saved. Your card won’t be charged.',
  checking: 'Your bank hasn’t confirmed your card yet. Your card wasn’t charged.',
  anotherCard: 'Use another card',
  titles: {
    save_checking: 'Waiting for your bank',
    save_authenticate: 'Confirm with your bank',
    saved: 'Your card is saved',
    save_expired: 'This page has expired',
    save_failed: 'Too many attempts',
    save_cancelled: 'No card was saved',
  },
  saved: (card: string, merchant: string) =>
    `${merchant} can now charge your card (${card}). Your card wasn’t charged today.`,
  save_expired: (merchant: string) => `No card was saved. Return to ${merchant} and start again.`,
  save_failed: 'None of the cards was accepted. No card was saved or charged.',
  save_cancelled: 'You canceled. Your card wasn’t charged.',
  mayClose: 'You can close this page.',
};

export type CardSavingMessages = typeof en;

/** The messages for saving a card, in addition to those of a payment. */
export const cardSavingMessages: Record<Language, CardSavingMessages> = {
  en,
  de: {
    title: 'Karte speichern',
    why: (merchant, brand) =>
      `${brand} speichert Ihre Karte, damit Sie bei ${merchant} schneller bezahlen können. Jede Zahlung lösen Sie selbst aus.`,
    whyForMerchant: (merchant, brand) =>
      `${brand} speichert Ihre Karte, damit ${merchant} sie später belasten kann.`,
    consent: {
      recurring: (merchant) =>
        `Ich ermächtige ${merchant}, diese Karte regelmäßig zu belasten, zum Beispiel für ein Abonnement, ohne mich jedes Mal zu fragen.`,
      installment: (merchant) =>
        `Ich ermächtige ${merchant}, diese Karte mit den Raten für meinen Einkauf zu belasten, ohne mich jedes Mal zu fragen.`,
      unscheduled: (merchant) =>
        `Ich ermächtige ${merchant}, diese Karte je nach Nutzung des Dienstes zu belasten, zum Beispiel zum Aufladen eines Guthabens, ohne mich jedes Mal zu fragen.`,
    },
    nothingNow: 'Jetzt wird nichts abgebucht. Wir fragen nur bei Ihrer Bank nach, ob die Karte gültig ist.',
    codeNotKept: 'Der Sicherheitscode wird nicht gespeichert.',
    save: 'Karte speichern',
    savingNow: 'Die Karte wird gespeichert …',
    cancel: 'Abbrechen',
    declined: 'Die Karte wurde abgelehnt und nicht gespeichert',
    notSaved: 'Ihre Karte wurde nicht gespeichert',
    outOfDate:
      'Diese Seite war nicht mehr aktuell. Die Karte wurde deshalb nicht gespeichert. Bitte geben Sie Ihre Kartendaten noch einmal ein.',
    noAnswer:
      'Ihre Bank hat nicht geantwortet. Es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
    unavailable:
      'Zurzeit können hier keine Karten gespeichert werden. Bitte versuchen Sie es später noch einmal.',
    authenticate:
      'Ihre Bank bittet Sie, diese Karte zu bestätigen, bevor sie gespeichert wird. Es wird nichts abgebucht.',
    checking: 'Ihre Bank hat Ihre Karte noch nicht bestätigt. Es wurde nichts abgebucht.',
    anotherCard: 'Andere Karte verwenden',
    titles: {
      save_checking: 'Wir warten auf Ihre Bank',
      save_authenticate: 'Bei Ihrer Bank bestätigen',
      saved: 'Ihre Karte ist gespeichert',
      save_expired: 'Diese Seite ist abgelaufen',
      save_failed: 'Zu viele Versuche',
      save_cancelled: 'Es wurde keine Karte gespeichert',
    },
    saved: (card, merchant) =>
      `${merchant} kann jetzt Ihre Karte ${card} verwenden. Es wurde nichts abgebucht.`,
    save_expired: (merchant) =>
      `Es wurde keine Karte gespeichert. Gehen Sie zurück zu ${merchant} und beginnen Sie von vorn.`,
    save_failed:
      'Keine der Karten wurde angenommen. Es wurde keine Karte gespeichert, und es wurde nichts abgebucht.',
    save_cancelled: 'Sie haben abgebrochen. Es wurde nichts abgebucht.',
    mayClose: 'Sie können diese Seite schließen.',
  },
  fr: {
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
    },
    saved: (card, merchant) =>
      `${merchant} peut désormais utiliser votre carte ${card}. Rien n’a été débité.`,
    save_expired: (merchant) => `Aucune carte n’a été enregistrée. Revenez chez ${merchant} et recommencez.`,
    save_failed:
      'Aucune des cartes n’a été acceptée. Aucune carte n’a été enregistrée et rien n’a été débité.',
    save_cancelled: 'Vous avez annulé. Rien n’a été débité.',
    mayClose: 'Vous pouvez fermer cette page.',
  },
  es: {
    title: 'Guardar su tarjeta',
    why: (merchant, brand) =>
      `${brand} guarda su tarjeta para que usted pueda pagar más rápido a ${merchant}. Solo se cobrará en ella cuando usted mismo haga un pago.`,
    whyForMerchant: (merchant, brand) =>
      `${brand} guarda su tarjeta para que ${merchant} pueda hacer cargos más adelante.`,
    consent: {
      recurring: (merchant) =>
        `Autorizo a ${merchant} a hacer cargos periódicos en esta tarjeta, por ejemplo por una suscripción, sin pedirme autorización cada vez.`,
      installment: (merchant) =>
        `Autorizo a ${merchant} a cobrar en esta tarjeta los plazos de mi compra, sin pedirme autorización cada vez.`,
      unscheduled: (merchant) =>
        `Autorizo a ${merchant} a hacer cargos en esta tarjeta según el uso que haga de sus servicios, por ejemplo para una recarga, sin pedirme autorización cada vez.`,
    },
    nothingNow: 'Ahora no se le cobra nada. Solo comprobamos con su banco que la tarjeta es válida.',
    codeNotKept: 'El código de seguridad no se guarda.',
    save: 'Guardar tarjeta',
    savingNow: 'Guardando…',
    cancel: 'Cancelar',
    declined: 'La tarjeta ha sido rechazada y no se ha guardado',
    notSaved: 'Su tarjeta no se ha guardado',
    outOfDate:
      'Esta página ya no estaba actualizada, por lo que la tarjeta no se ha guardado. Introduzca de nuevo los datos de su tarjeta.',
    noAnswer: 'Su banco no ha respondido. No se ha realizado ningún cargo. Inténtelo de nuevo.',
    unavailable: 'En este momento no se pueden guardar tarjetas aquí. Inténtelo más tarde.',
    authenticate:
      'Su banco le pide que confirme esta tarjeta antes de que se guarde. No se realizará ningún cargo.',
    checking: 'Su banco aún no ha confirmado su tarjeta. No se ha realizado ningún cargo.',
    anotherCard: 'Usar otra tarjeta',
    titles: {
      save_checking: 'Esperando a su banco',
      save_authenticate: 'Confirme con su banco',
      saved: 'Su tarjeta está guardada',
      save_expired: 'Esta página ha caducado',
      save_failed: 'Demasiados intentos',
      save_cancelled: 'No se ha guardado ninguna tarjeta',
    },
    saved: (card, merchant) =>
      `${merchant} ya puede utilizar su tarjeta ${card}. No se ha realizado ningún cargo.`,
    save_expired: (merchant) =>
      `No se ha guardado ninguna tarjeta. Vuelva a ${merchant} y comience de nuevo.`,
    save_failed:
      'No se ha aceptado ninguna de las tarjetas. No se ha guardado ninguna ni se ha realizado ningún cargo.',
    save_cancelled: 'Ha cancelado la operación. No se ha realizado ningún cargo.',
    mayClose: 'Puede cerrar esta página.',
  },
  ar: {
    title: 'حفظ بطاقتكم',
    why: (merchant, brand) =>
      `تحفظ ${brand} بيانات بطاقتكم كي تتمكّنوا من الدفع لـ ${merchant} بسرعة أكبر. ولن يُخصم منها إلا عندما تدفعون بأنفسكم.`,
    whyForMerchant: (merchant, brand) =>
      `تحفظ ${brand} بيانات بطاقتكم كي يتمكّن ${merchant} لاحقًا من الخصم منها.`,
    consent: {
      recurring: (merchant) =>
        `أفوّض ${merchant} بالخصم من هذه البطاقة بشكل دوري، مثلًا لسداد اشتراك، دون طلب موافقتي في كل مرة.`,
      installment: (merchant) =>
        `أفوّض ${merchant} بالخصم من هذه البطاقة لسداد أقساط مشترياتي، دون طلب موافقتي في كل مرة.`,
      unscheduled: (merchant) =>
        `أفوّض ${merchant} بالخصم من هذه البطاقة بحسب استخدامي لخدماته، مثلًا لإعادة شحن رصيدي، دون طلب موافقتي في كل مرة.`,
    },
    nothingNow: 'لن يُخصم أي مبلغ الآن، وإنما نسأل مصرفكم فقط عن صلاحية البطاقة.',
    codeNotKept: 'لا يُحفظ رمز الأمان.',
    save: 'حفظ البطاقة',
    savingNow: 'جارٍ الحفظ…',
    cancel: 'إلغاء',
    declined: 'رُفضت البطاقة ولم تُحفظ',
    notSaved: 'لم تُحفظ بطاقتكم',
    outOfDate: 'لم تعد هذه الصفحة محدّثة، لذلك لم تُحفظ البطاقة. يُرجى إدخال بيانات البطاقة من جديد.',
    noAnswer: 'لم يردّ مصرفكم ولم يُخصم أي مبلغ. يُرجى المحاولة من جديد.',
    unavailable: 'يتعذّر حفظ البطاقات هنا حاليًا. يُرجى المحاولة لاحقًا.',
    authenticate: 'يطلب منكم مصرفكم تأكيد هذه البطاقة قبل حفظها. لن يُخصم أي مبلغ.',
    checking: 'لم يؤكّد مصرفكم بطاقتكم بعد. لم يُخصم أي مبلغ.',
    anotherCard: 'استخدام بطاقة أخرى',
    titles: {
      save_checking: 'في انتظار رد مصرفكم',
      save_authenticate: 'أكّدوا بطاقتكم لدى مصرفكم',
      saved: 'حُفظت بطاقتكم',
      save_expired: 'انتهت صلاحية هذه الصفحة',
      save_failed: 'عدد المحاولات كبير جدًا',
      save_cancelled: 'لم تُحفظ أي بطاقة',
    },
    saved: (card, merchant) => `يمكن الآن لـ ${merchant} استخدام بطاقتكم ${card}. لم يُخصم أي مبلغ.`,
    save_expired: (merchant) => `لم تُحفظ أي بطاقة. يُرجى العودة إلى ${merchant} والبدء من جديد.`,
    save_failed: 'لم تُقبل أي من البطاقات. لم تُحفظ أي بطاقة ولم يُخصم أي مبلغ.',
    save_cancelled: 'لقد ألغيتم العملية. لم يُخصم أي مبلغ.',
    mayClose: 'يمكنكم إغلاق هذه الصفحة.',
  },
};
