# Installs openhook and openhook-shim on Windows from a release: install.ps1 -Help
# Nothing runs before the last line has arrived, so a download that is cut off does nothing.
# It is meant for irm … | iex too, so it throws instead of exiting and sets nothing of the session.
param(
    [string]$Prefix = '',
    [string]$Version = '',
    [switch]$DryRun,
    [switch]$Help
)

function Show-OpenhookHelp {
    @'
usage: install.ps1 [-Prefix DIR] [-Version VERSION] [-DryRun]

Downloads openhook and openhook-shim for this machine, compares their SHA-256 with the
release's checksums.txt and puts them into DIR. It needs no rights but to write there,
and changes no setting of yours.

  -Prefix DIR       the folder for the two programs (default ~\.local\bin)
  -Version VERSION  such as 1.2.3 (default: the latest)
  -DryRun           say what would be done, and do nothing
  -Help             this

environment:
  OPENHOOK_BASE_URL  a mirror, https or on this machine itself, which has the folders
                     v1.2.3/ and so on with a release's files, and latest/ with a copy
                     of, or a redirect to, the newest one's
                     (default https://github.com/openhook/openhook-shim/releases/download)

to remove them: openhook uninstall, then delete openhook.exe and openhook-shim.exe in DIR
'@
}

# Get-OpenhookArch is the machine's own kind, which a process that is emulated is not told.
function Get-OpenhookArch {
    $key = 'HKLM:\SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
    $kind = (Get-ItemProperty -LiteralPath $key).PROCESSOR_ARCHITECTURE
    switch ($kind) {
        'AMD64' { return 'amd64' }
        'ARM64' { return 'arm64' }
    }
    throw "install.ps1: there is no release for Windows on $kind; build it: https://github.com/openhook/openhook-shim#build"
}

function Get-OpenhookFile([string]$Url, [string]$File) {
    try {
        Invoke-WebRequest -Uri $Url -OutFile $File -UseBasicParsing
    } catch {
        throw "install.ps1: cannot download ${Url}: $($_.Exception.Message)"
    }
}

# Find-OpenhookArchive is the one line of checksums.txt that is meant, as Version, Name and Sum.
function Find-OpenhookArchive([string]$List, [string]$From, [string]$Version, [string]$Arch) {
    $wanted = '[0-9A-Za-z.+-]+'
    if ($Version) { $wanted = [regex]::Escape($Version) }
    $line = "^([0-9a-f]{64}) [ *](openhook_($wanted)_windows_$Arch\.zip)$"
    $found = @(Get-Content -LiteralPath $List | Where-Object { $_ -cmatch $line })
    if ($found.Count -ne 1) {
        throw "install.ps1: $From/checksums.txt has $($found.Count) lines for openhook_*_windows_$Arch.zip, not one"
    }
    $null = $found[0] -cmatch $line
    return @{ Sum = $Matches[1]; Name = $Matches[2]; Version = $Matches[3] }
}

# Move-OpenhookProgram replaces a program that may be running: it can be renamed, not written.
function Move-OpenhookProgram([string]$From, [string]$To) {
    Remove-Item -Path "$([WildcardPattern]::Escape($To)).old-*" -Force -ErrorAction SilentlyContinue
    if (-not (Test-Path -LiteralPath $To)) {
        Move-Item -LiteralPath $From -Destination $To
        return
    }
    $old = "$To.old-$([guid]::NewGuid().ToString('N'))"
    Move-Item -LiteralPath $To -Destination $old
    try {
        Move-Item -LiteralPath $From -Destination $To
    } catch {
        Move-Item -LiteralPath $old -Destination $To
        throw
    }
    Remove-Item -LiteralPath $old -Force -ErrorAction SilentlyContinue
}

function Install-Openhook([string]$Prefix, [string]$Version, [switch]$DryRun) {
    Set-StrictMode -Version 2
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue' # its bar makes Windows PowerShell's downloads slow
    if ([Environment]::OSVersion.Platform -ne 'Win32NT') { throw 'install.ps1: this is for Windows; use install.sh' }
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

    if (-not $Prefix) { $Prefix = Join-Path $HOME '.local\bin' }
    $Prefix = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Prefix)
    $Version = $Version -replace '^v', ''
    if ($Version -cnotmatch '^[0-9A-Za-z.+-]*$') { throw "install.ps1: -Version ${Version}: a version looks like 1.2.3" }
    $base = 'https://github.com/openhook/openhook-shim/releases/download'
    $from = 'https://github.com/openhook/openhook-shim/releases/latest/download'
    if ($env:OPENHOOK_BASE_URL) {
        $base = $env:OPENHOOK_BASE_URL.TrimEnd('/')
        $from = "$base/latest"
        $uri = [Uri]$base
        if (-not $uri.IsAbsoluteUri -or $uri.UserInfo -or -not ($uri.Scheme -eq 'https' -or ($uri.Scheme -eq 'http' -and $uri.IsLoopback))) {
            throw "install.ps1: OPENHOOK_BASE_URL: $base is neither https nor on this machine"
        }
    }
    if ($Version) { $from = "$base/v$Version" }
    $arch = Get-OpenhookArch

    $temp = Join-Path ([IO.Path]::GetTempPath()) "openhook-$([guid]::NewGuid().ToString('N'))"
    $null = New-Item -ItemType Directory -Path $temp
    try {
        $list = Join-Path $temp 'checksums.txt'
        Get-OpenhookFile "$from/checksums.txt" $list
        $archive = Find-OpenhookArchive $list $from $Version $arch
        $url = "$base/v$($archive.Version)/$($archive.Name)"
        if ($DryRun) {
            "would download $url", "with SHA-256   $($archive.Sum)", "into           $Prefix"
            return
        }
        $zip = Join-Path $temp $archive.Name
        Get-OpenhookFile $url $zip
        $sum = (Get-FileHash -LiteralPath $zip -Algorithm SHA256).Hash.ToLowerInvariant()
        if ($sum -cne $archive.Sum) {
            throw "install.ps1: $url is not what checksums.txt says: SHA-256 $sum, not $($archive.Sum); nothing was installed"
        }
        $unpacked = Join-Path $temp 'unpacked'
        Expand-Archive -LiteralPath $zip -DestinationPath $unpacked
        foreach ($name in 'openhook.exe', 'openhook-shim.exe') {
            $program = Join-Path $unpacked $name
            if (-not (Test-Path -LiteralPath $program -PathType Leaf)) { throw "install.ps1: $name is not in $($archive.Name); nothing was installed" }
            $null = & $program --version
            if ($LASTEXITCODE -ne 0) { throw "install.ps1: $name does not run on this machine; nothing was installed" }
        }
        $null = New-Item -ItemType Directory -Force -Path $Prefix
        foreach ($name in 'openhook-shim.exe', 'openhook.exe') {
            $new = Join-Path $Prefix "$name.new-$([guid]::NewGuid().ToString('N'))"
            try {
                Copy-Item -LiteralPath (Join-Path $unpacked $name) -Destination $new
                Move-OpenhookProgram $new (Join-Path $Prefix $name)
            } finally {
                Remove-Item -LiteralPath $new -Force -ErrorAction SilentlyContinue
            }
        }
    } finally {
        Remove-Item -LiteralPath $temp -Recurse -Force -ErrorAction SilentlyContinue
    }

    "openhook $($archive.Version) is in $Prefix"
    $command = 'openhook'
    if (($env:PATH -split ';') -notcontains $Prefix) {
        "it is not in your PATH; in this window, do: `$env:PATH = '$($Prefix -replace "'", "''");' + `$env:PATH"
    } else {
        $first = (Get-Command openhook -CommandType Application | Select-Object -First 1).Source
        if ($first -ne (Join-Path $Prefix 'openhook.exe')) {
            "but $first comes first in your PATH"
            $command = "& '$((Join-Path $Prefix 'openhook.exe') -replace "'", "''")'"
        }
    }
    "next: $command new guard (a hook to start from), or $command try .\my-hook.ps1"
    "to remove it: $command uninstall, then delete openhook.exe and openhook-shim.exe in $Prefix"
}

if ($Help) { Show-OpenhookHelp } else { Install-Openhook -Prefix $Prefix -Version $Version -DryRun:$DryRun }
