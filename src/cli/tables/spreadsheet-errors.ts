import { CellError } from './table.ts';

/** What Excel, Google Sheets and LibreOffice show instead of a value, in the languages that most people use them in. */
const errors: ReadonlySet<string> = new Set(
  [
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #ERROR! #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED!',
    '#UNKNOWN! #CONNECT! #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT!',
    // German
    '#WERT! #BEZUG! #ZAHL! #NV #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #UNBEKANNT! #VERBINDEN! #FEHLER!',
    // French
    '#NUL! #VALEUR! #NOM? #NOMBRE! #N/D #PROPAGATION! #EPARS! #ÉPARS! #CHAMP! #BLOQUÉ! #BLOQUE! #INCONNU! #CONNEXION! #ERREUR!',
    // Spanish
    '#NULO! #VALOR! #NOMBRE? #NÚM! #DESBORDAMIENTO! #CAMPO! #BLOQUEADO! #DESCONOCIDO! #CONECTAR!',
    // Portuguese
    '#NOME? #DESPEJAR! #DESPEJO! #CÁLC! #BLOQUEADO! #DESCONHECIDO! #CONEXÃO! #ERRO!',
    // Italian
    '#NULLO! #VALORE! #RIF! #N/DISP #ESPANSIONE! #BLOCCATO! #SCONOSCIUTO! #CONNETTI! #ERRORE!',
    // Dutch
    '#LEEG! #DEEL/0! #WAARDE! #VERW! #NAAM? #GETAL! #N/B #OVERLOOP! #BEREKENEN! #VELD! #FOUT!',
    // Polish
    '#ZERO! #DZIEL/0! #ARG! #ADR! #NAZWA? #LICZBA! #N/D! #ROZLANIE! #OBL! #POLE! #BŁĄD!',
    // Russian
    '#ПУСТО! #ДЕЛ/0! #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #Н/Д #ПЕРЕНОС! #ПЕРЕПОЛНЕНИЕ! #ВЫЧИСЛ! #ПОЛЕ! #ОШИБКА!',
    // Turkish
    '#BOŞ! #SAYI/0! #DEĞER! #BAŞV! #AD? #SAYI! #YOK #TAŞMA! #HESAPLA! #HATA!',
    // Swedish
    '#SKÄRNING! #DIVISION/0! #VÄRDEFEL! #REFERENS! #NAMN? #OGILTIGT! #SAKNAS! #SPILL! #FEL!',
    // Japanese, Chinese and Korean have the English ones but these.
    '#スピル! #溢出! #溢位! #분산!',
  ].flatMap((names) => names.split(' ')),
);

/** Of formulas that are not calculated yet, which Google Sheets exports as it shows them. */
const loading: ReadonlySet<string> = new Set([
  ...['loading', 'wird geladen', 'chargement', 'chargement en cours', 'cargando', 'carregando', 'a carregar'],
  ...['caricamento', 'caricamento in corso', 'laden', 'bezig met laden', 'wczytywanie', 'ładowanie'],
  ...['загрузка', 'yükleniyor', 'laddar', '読み込んでいます', '正在加载', '로드 중'],
]);

/** LibreOffice numbers its errors. */
const numbered = /^(?:Err|Fehler|Erreur|Errore?|Erro|Fout|Błąd|Ошибка|Hata|Fel):\s?5\d\d$/i;

/** Whether a cell says that its value is still to come: `Loading...`. */
export function isLoading(text: string): boolean {
  const words = text.trim().replace(/(?:\.{3}|…)$/, '');
  return words !== text.trim() && loading.has(words.toLowerCase());
}

/** Whether a spreadsheet shows this instead of a value; `#######` is one that does not fit into its column. */
export function isSpreadsheetError(text: string): boolean {
  const shown = text.trim();
  if (shown.startsWith('#')) return errors.has(shown.replaceAll(/[¡¿]/g, '')) || /^#{3,}$/.test(shown);
  return isLoading(shown) || numbered.test(shown);
}

/** Says what is wrong with a cell that a spreadsheet shows an error in. */
export function errorOf(text: string): string {
  return `${text} is an error of the spreadsheet`;
}

/** Returns a string of a table as its cell. */
export function cellOf(text: string): string | CellError {
  return isSpreadsheetError(text) ? new CellError(text, errorOf(text)) : text;
}
