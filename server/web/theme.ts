/** Runs before the first paint, so that who has chosen dark or light never sees the other flash by. */
import { PREFERENCES_KEY } from "./preferences.ts";

try {
  const { theme } = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? "{}");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // The browser keeps nothing for this page: the system's theme it is.
}
