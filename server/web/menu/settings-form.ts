/** The dialog with the settings: each field has the name of its preference, and acts at once. */
import { element } from "../element.ts";
import type { Preferences } from "../preferences.ts";
import type { Stored } from "../stored.ts";

export function bindSettingsForm(preferences: Stored<Preferences>): void {
  const form = element("settings-form", HTMLFormElement);
  const fields = [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  );
  const show = (current: Readonly<Preferences>) => {
    for (const field of fields) {
      const value = current[field.name as keyof Preferences];
      if (field instanceof HTMLInputElement) field.checked = value === true;
      else field.value = String(value);
    }
  };
  show(preferences.current);
  preferences.onChange(show);
  for (const field of fields) {
    field.addEventListener("change", () => {
      preferences.set({ [field.name]: field instanceof HTMLInputElement ? field.checked : field.value });
    });
  }
}
