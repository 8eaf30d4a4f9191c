/** Dark or light: what the visitor chose for the game's page, or here, or the system's. */

/** Where the game's page keeps what was chosen, as JSON with a field `theme`. */
const PREFERENCES_KEY = "krill.preferences";

/** Shows the theme chosen before; the button changes it, and both pages remember. */
export function offerThemes(button: HTMLButtonElement): void {
  const chosen = read().theme;
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use the light theme" : "Use the dark theme");
  };
  name();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ ...read(), theme }));
    } catch {
      // A browser that keeps nothing for the page: for this visit, then.
    }
    name();
  });
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function read(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}
