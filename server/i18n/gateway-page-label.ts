import { findPageLanguage } from './page-messages.ts';

/** The name of the gateway's own page among the ways to pay: beside the form's card it must not read like that one. */
const LABELS: Readonly<Record<string, string>> = {
  en: 'Card, on the payment provider’s page',
  es: 'Tarjeta, en la página del proveedor de pagos',
  'pt-BR': 'Cartão, na página do provedor de pagamentos',
  fr: 'Carte bancaire, sur la page du prestataire de paiement',
  de: 'Karte, auf der Seite des Zahlungsanbieters',
  it: 'Carta, sulla pagina del fornitore dei pagamenti',
  nl: 'Kaart, op de pagina van de betaaldienst',
  pl: 'Karta, na stronie operatora płatności',
  tr: 'Kart, ödeme sağlayıcısının sayfasında',
  ar: 'بطاقة، على صفحة مزوّد خدمة الدفع',
  he: 'כרטיס אשראי, בדף של ספק התשלומים',
  id: 'Kartu, di halaman penyedia pembayaran',
  th: 'บัตร บนหน้าของผู้ให้บริการชำระเงิน',
  vi: 'Thẻ, trên trang của nhà cung cấp thanh toán',
  ja: 'カード（決済サービス会社のページ）',
  ko: '카드(결제 서비스 업체 페이지)',
  'zh-Hans': '银行卡（在支付服务商的页面）',
  'zh-Hant': '信用卡或簽帳金融卡（在支付服務商的頁面）',
};

/** What the gateway's own page is called in a session's language; `Card` where the session names none. */
export function gatewayPageLabelFor(locale: string | undefined): string {
  return (locale === undefined ? undefined : LABELS[findPageLanguage(locale).tag]) ?? 'Card';
}
