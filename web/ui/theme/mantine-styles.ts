/**
 * Styles of the components that all screens can use, in Mantine's own order. A screen that uses another component
 * imports that component's `….layer.css` itself, so that the public page and the landing never load it.
 */
import '#web/ui/base/tokens.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '#web/ground/fonts/fonts.css';
import '#web/ui/base/base.css';
import '#web/ui/theme/mantine.css';
import '#web/ui/base/print.css';
