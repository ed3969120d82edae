// The module that Python makes of the texts (modern/pictures/browser/modules.py).
export const TEXTS: { [language: string]: { [key: string]: string } };
